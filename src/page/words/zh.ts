import type { PageWords } from './types.js';

const NOT_SENT = '您在此输入的内容未发送，但仍可复制。';

export const words: PageWords = {
  web: {
    title: '来自终端的问题',
    answered: '您的回答已送达终端。可以关闭此标签页。',
    sent: '已发送到终端。可以关闭此标签页。',
    ended: '终端中的命令已结束。',
    gone: `终端中的命令已结束。${NOT_SENT}`,
    answeredElsewhere: `已在另一个页面中回答。${NOT_SENT}`,
    endedElsewhere: `已在另一个页面中结束。${NOT_SENT}`,
    notShown: `问题无法显示，因此终端中的命令已结束。${NOT_SENT}`,
    stopped: `终端中的命令已被中止。${NOT_SENT}`,
    refused: {
      used: [
        '此地址已被使用',
        '每个地址只能打开一个页面。如果该页面仍然打开，请在那里回答。如果已关闭，终端会显示新的地址。',
      ],
      unknown: ['此地址无效', '终端中的命令没有给出此地址。请从终端复制完整的地址。'],
      incomplete: ['此地址不完整', '缺少 # 之后的部分。请从终端复制完整的地址。'],
    },
  },
  agent: {
    title: '来自智能体的问题',
    nothingWaits: '没有等待回答的问题。可以关闭此页面，下一个问题会再次打开它。',
    sent: '已发送给智能体。可以关闭此页面，下一个问题会再次打开它。',
    sentLast: '已发送给智能体。可以关闭此页面。',
    ended: '智能体已结束。可以关闭此页面。',
    endedUnsent: '智能体已结束。可以关闭此页面。您输入的内容未发送，但仍可复制。',
    notShown: '问题无法在此显示。智能体已得知这一情况。',
    noLongerWaits: '智能体不再等待此回答。如果它再次提出相同的问题，这里会提供您的回答。',
    answeredElsewhere: '已在另一个页面中回答。可以关闭此页面。',
    replaced: '问题在更新的页面中。可以关闭此页面。',
    refused: [
      '此地址无法使用',
      '每个地址只能打开一个页面，且只能打开一次。如果该页面仍然打开，请在那里回答。否则，请让智能体重新提问。',
    ],
  },
};
