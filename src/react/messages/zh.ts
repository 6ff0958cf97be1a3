import { createFormat, reasons } from '../text/format.js';
import type { AskUserLanguage } from './types.js';

const OTHER = '其他';
const RANGE = { least: '至少 {min}', most: '最多 {max}', between: ' {min} 到 {max}', exactly: '恰好 {min}' };
const SIZE = {
  least: '（不小于 {min}）',
  most: '（不大于 {max}）',
  between: '（{min} 到 {max}）',
  exactly: '（{min}）',
};

/**
 * Creates the simplified Chinese messages with the numbers of a region, such as `zh-SG`.
 *
 * @throws {RangeError} If the tag is invalid, such as `zh_SG`.
 */
export function createMessages(locale = 'zh-Hans'): AskUserLanguage {
  const { number, range, list } = createFormat(locale);
  return {
    asker: '助手',
    title: (questions) => (questions === 1 ? '来自{asker}的问题' : `来自{asker}的 ${number(questions)} 个问题`),
    preparing: '{asker}正在准备问题…',
    collapse: '收起',
    expand: '继续',
    writeMessage: '改为写消息',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker}有一个问题：${question}`
        : `${asker}有 ${number(questions)} 个问题。第一个：${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `来自${asker}的问题：${question}` : `来自${asker}的 ${number(questions)} 个问题`,
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
    cleaned: '此文本中的隐藏字符不会显示。',
    other: OTHER,
    otherHint: '输入您自己的回答',
    yourAnswer: '您的回答',
    more: (options) => `还有 ${number(options)} 项`,
    previewOf: (label) => `“${label}”的预览`,
    previewPrompt: '选择一个选项以查看其预览。',
    noPreview: '此选项没有预览。',
    openLarger: '放大查看',
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
    changeName: (name, answered) => (answered ? `（${name}的回答）` : `（${name}）`),
    submit: '提交',
    submitAll: '提交回答',
    next: '下一步',
    back: '上一步',
    cancel: '取消',
    decline: '拒绝回答',
    discuss: '先讨论',
    retry: '重试',
    sending: '正在提交…',
    discardTitle: (answers) => (answers === 0 ? '不回答就离开吗？' : `要舍弃 ${number(answers)} 个回答吗？`),
    discardText: (asker) => `${asker}将得知您已取消。`,
    declineText: (asker) => `${asker}将得知您拒绝回答。`,
    keepAnswering: '继续回答',
    discard: '舍弃回答',
    leave: '不回答就离开',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `回答较长（${number(lengths[0] ?? 0)} 个字符）。仍要提交吗？`
        : `有 ${number(lengths.length)} 个回答较长。仍要提交吗？`,
    longItem: (name, length) => `${name}：${number(length)} 个字符`,
    longText: '较长的回答会完整提交。',
    edit: '编辑回答',
    submitAnyway: '仍要提交',
    failed: (status) =>
      status === 'answered' ? '您的回答未能提交，内容仍保留在此。' : '未能提交，您输入的内容仍保留在此。',
    settled: {
      answered: '您已回答{asker}',
      declined: '您拒绝回答{asker}',
      discussed: '您希望先与{asker}讨论这些问题',
      cancelled: '您取消了{asker}的问题',
      aborted: '{asker}不再需要回答',
      superseded: '{asker}的问题已被替换',
      connectionLost: '与{asker}的连接已断开',
      timedOut: '回答{asker}的时间已到',
      unavailable: '无法显示{asker}的问题',
      invalid: '无法读取{asker}的问题',
    },
    reason: reasons('已在其他地方回答。', '智能体不再等待回答。'),
    notSent: '您的回答未被采用，仍可复制。',
    keyChoose: '选择',
    keyToggle: '切换',
    keyContinue: { submit: '提交', next: '下一步', review: '检查' },
    keyNewLine: '换行',
    keyCancel: '取消',
    keyFocus: '回答',
    previewFrom: (label, asker) => `“${label}”的预览（来自${asker}）`,
    showText: '以文本显示',
    showPicture: '以图片显示',
    submitPartial: '提交已有回答',
    partialText: (missing, questions, asker) =>
      `共 ${number(questions)} 个问题，${number(missing)} 个仍未回答。${asker}将得知这一点。`,
    discussTitle: '先讨论这些问题吗？',
    discussWhat: '需要先弄清什么？（可选）',
    discussText: (asker) => `您的留言和目前的回答将发送给${asker}。这些回答尚未提交。`,
    discussSend: '发送并讨论',
    discussUnsent: '您的留言不会发送。',
    showAll: '全部显示',
    showLess: '收起',
    questionCount: (questions) => `${number(questions)} 个问题`,
    noFiles: '此回答无法发送文件。请描述文件内容，或提供其路径。',
    moreWaiting: (requests) => `还有 ${number(requests)} 项在等待`,
    nextAsker: '下一个：{asker}',
    elsewhere: {
      answered: (by) => `${by ? `${by}已` : '已在另一个窗口'}回答`,
      cancelled: (by) => `${by ? `${by}已` : '已在另一个窗口'}取消`,
      declined: (by) => `${by ? `${by}已` : '已在另一个窗口'}拒绝回答`,
    },
    unreached: '智能体已先行继续，没有收到',
    orphaned: '智能体已停止',
    orphanedText: '没有人在等待这个回答。',
    nextQuestion: '下一个问题',
    offline: '连接已断开，正在重新连接… 您的回答会保留。',
    online: '已重新连接。',
    reconnect: '重新连接',
    unauthorized: '您没有访问权限，请尝试重新登录。您的回答会保留。',
    tooLarge: '您的回答过长，无法提交。请缩短后重试。',
    restored: '已恢复您之前输入的内容。',
    startOver: '重新开始',
    startedOver: '已移除您之前输入的内容。',
    undo: '撤销',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker}有一个问题` : '有一个问题等您回答'),
  };
}

/** The simplified Chinese messages. */
export const zh: AskUserLanguage = /* @__PURE__ */ createMessages();
