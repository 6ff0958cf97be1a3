import { createFormat, reasons } from '../format.js';
import type { AskUserLanguage } from './types.js';

const OTHER = '其他';
const RANGE = { least: '至少 {min}', most: '最多 {max}', between: ' {min} 到 {max}', exactly: '恰好 {min}' };
const SIZE = {
  least: '（不小于 {min}）',
  most: '（不大于 {max}）',
  between: '（{min} 到 {max}）',
  exactly: '（{min}）',
};

/** The words in simplified Chinese, with the numbers of a region: `zh-SG`. */
export function createMessages(locale = 'zh-Hans'): AskUserLanguage {
  const { number, range, list } = createFormat(locale);
  return {
    asker: '助手',
    title: (questions) => (questions === 1 ? '{asker}有一个问题' : `{asker}有 ${number(questions)} 个问题`),
    preparing: '{asker}正在准备问题…',
    collapse: '收起',
    expand: '继续',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker}有一个问题：${question}`
        : `${asker}有 ${number(questions)} 个问题。第一个：${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `${asker}提问：${question}` : `${asker}有 ${number(questions)} 个问题`,
    position: (position, questions) => `第 ${number(position)} 个问题，共 ${number(questions)} 个。`,
    tab: (position) => `问题 ${number(position)}`,
    tabs: '问题',
    tabState: (name, state) => `${name}，${state}`,
    answered: '已回答',
    skipped: '已跳过',
    missing: '缺少回答',
    invalid: '回答不符合要求',
    answeredOf: (answered, questions) => `已回答 ${number(answered)} 个，共 ${number(questions)} 个`,
    chooseOne: '请选择一项。',
    chooseMany: '请选择所有适用项。',
    recommended: '推荐',
    noLabel: (position) => `选项 ${number(position)}（无可见文字）`,
    lookAlike: (label, position) => `${label}（选项 ${number(position)}）`,
    cleaned: '已移除此文本中的隐藏字符。',
    other: OTHER,
    otherHint: '输入您自己的回答',
    yourAnswer: '您的回答',
    more: (options) => `还有 ${number(options)} 项`,
    previewOf: (label) => `“${label}”的预览`,
    previewWait: '选择一个选项以查看其预览。',
    previewNone: '此选项没有预览。',
    larger: '放大查看',
    close: '关闭',
    counter: (length, limit) => `${number(length)} 个字符，建议不超过 ${number(limit)} 个`,
    counterOver: (length, limit) =>
      `${number(length)} 个字符，比建议的 ${number(limit)} 个多 ${number(length - limit)} 个。内容不会被截断。`,
    addNote: '添加备注',
    note: '备注（可选）',
    clear: '清除选择',
    skip: '跳过',
    missingOption: `请选择一个选项，或在“${OTHER}”中输入您的回答。`,
    missingChoice: '请选择一个选项。',
    missingOther: '请输入您的回答，或改选另一个选项。',
    missingText: '请输入您的回答。',
    optional: '选填。',
    orSkip: '您也可以跳过此问题。',
    chooseCount: (min, max) => `请选择${range(min, max, RANGE)} 项。`,
    typeLength: (min, max) => `请输入${range(min, max, RANGE)} 个字符。`,
    typeNumber: (whole, min, max) => `请输入一个${whole ? '整数' : '数字'}${range(min, max, SIZE, String)}。`,
    typeFormat: {
      email: '请输入不含空格的电子邮件地址。',
      url: '请输入不含空格的完整网址。',
      date: '请按“年-月-日”输入日期，例如 2026-01-31。',
      'date-time': '请输入日期和时间，例如 2026-01-31 09:30:00+08:00。',
    },
    review: '检查',
    reviewTitle: '检查您的回答',
    notAnswered: '尚未回答',
    noAnswer: '没有回答',
    quote: (text) => `“${text}”`,
    list,
    change: '修改',
    answer: '回答',
    changeWhat: (name, answered) => (answered ? `（${name}的回答）` : `（${name}）`),
    submit: '提交',
    submitAll: '提交回答',
    submitPartial: '提交已有回答',
    partialText: (missing, questions, asker) =>
      `共 ${number(questions)} 个问题，${number(missing)} 个仍未回答。${asker}将得知这一点。`,
    next: '下一步',
    back: '上一步',
    cancel: '取消',
    decline: '拒绝回答',
    retry: '重试',
    sending: '正在提交…',
    discardTitle: (answers) => (answers === 0 ? '要结束而不回答吗？' : `要舍弃 ${number(answers)} 个回答吗？`),
    discardText: (asker) => `${asker}将得知您已取消。`,
    declineText: (asker) => `${asker}将得知您拒绝回答。`,
    keep: '继续回答',
    discard: '舍弃回答',
    end: '结束而不回答',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `回答较长（${number(lengths[0] ?? 0)} 个字符）。仍要提交吗？`
        : `有 ${number(lengths.length)} 个回答较长。仍要提交吗？`,
    longItem: (name, length) => `${name}：${number(length)} 个字符`,
    longText: '内容将按原样提交，不会被截断。',
    edit: '编辑回答',
    submitAnyway: '仍要提交',
    failed: (status) =>
      status === 'answered' ? '您的回答未能提交，内容仍保留在此。' : '未能提交，您输入的内容仍保留在此。',
    settled: {
      answered: '您已回答{asker}',
      declined: '您拒绝回答{asker}',
      cancelled: '您取消了{asker}的问题',
      aborted: '{asker}不再需要回答',
      superseded: '{asker}的问题已被替换',
      connectionLost: '与{asker}的连接已断开',
      timedOut: '回答{asker}的时间已到',
      unavailable: '无法显示{asker}的问题',
      invalid: '无法读取{asker}的问题',
    },
    reason: reasons('已在其他地方回答。', '已没有人在等待回答。'),
    unsent: '您在此处的回答未被采用，仍可复制。',
    keyChoose: '选择',
    keyToggle: '切换',
    keyContinue: { submit: '提交', next: '下一步', review: '检查' },
    keyNewLine: '换行',
    keyCancel: '取消',
    previewFrom: (label, asker) => `“${label}”的预览（来自${asker}）`,
    showText: '以文本显示',
    showPicture: '以图片显示',
    moreWaiting: (requests) => `还有 ${number(requests)} 项在等待`,
    nextAsker: '下一个：{asker}',
    elsewhere: {
      answered: (by) => `${by ?? ''}已在另一个窗口回答`,
      cancelled: (by) => `${by ?? ''}已在另一个窗口取消`,
      declined: (by) => `${by ?? ''}已在另一个窗口拒绝回答`,
    },
    orphaned: '智能体已不在',
    orphanedText: '没有人在等待这个回答。',
    nextQuestion: '下一个问题',
    offline: '已离线，正在重新连接。您输入的内容会保留。',
    online: '已重新连接。',
    reconnect: '重新连接',
    refused: '访问被拒绝，您可能需要重新登录。您输入的内容会保留。',
    tooLarge: '您的回答过长，无法提交，内容仍保留在此。请缩短后重试。',
  };
}

/** Simplified Chinese. */
export const zh: AskUserLanguage = /* @__PURE__ */ createMessages();
