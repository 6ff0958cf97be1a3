import { reasons } from '../reasons.js';
import { createFormat } from './format.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

const OTHER = 'その他';
/** Returns the forms of a range whose numbers need a counter word. */
const counted = (unit: string) => ({
  least: `{min}${unit}以上`,
  most: `{max}${unit}以内`,
  between: `{min}～{max}${unit}`,
  exactly: `ちょうど{min}${unit}`,
});
const CHOICES = counted('個');
const CHARACTERS = counted('文字');
const SIZE = { least: '（{min}以上）', most: '（{max}以下）', between: '（{min}～{max}）', exactly: '（{min}）' };

/**
 * Creates the Japanese messages with the numbers of a region.
 *
 * @throws {RangeError} If the tag is invalid, such as `ja_JP`.
 */
export function createMessages(locale = 'ja'): AskUserLanguage {
  const { number, range, list } = createFormat(locale);
  return {
    locale,
    asker: 'アシスタント',
    title: (questions) => (questions === 1 ? '{asker}からの質問' : `{asker}からの質問（${number(questions)}件）`),
    ahead: '{asker}はその間も作業を続けます。いつでも回答できます。',
    round: (round, answered) => `${number(round)}回目、これまでに${number(answered)}件回答済み`,
    preparing: '{asker}が質問を準備しています…',
    collapse: '折りたたむ',
    expand: '再開',
    writeMessage: '代わりにメッセージを書く',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker}から質問があります：${question}`
        : `${asker}から質問が${number(questions)}件あります。最初の質問：${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `${asker}からの質問：${question}` : `${asker}からの質問（${number(questions)}件）`,
    position: (position, questions) => `${number(questions)}問中${number(position)}問目。`,
    tab: (position) => `質問${number(position)}`,
    tabs: '質問',
    tabState: (name, state) => `${name}、${state}`,
    answered: '回答済み',
    skipped: 'スキップ済み',
    missing: '回答が必要です',
    invalid: '回答が正しくありません',
    answeredOf: (answered, questions) => `${number(questions)}問中${number(answered)}問に回答済み`,
    place: (position, questions, answered) =>
      `${number(questions)}問中${number(position)}問目、${number(answered)}問に回答済み`,
    nextUnanswered: '次の未回答へ',
    chooseOne: '1つ選択してください。',
    chooseMany: '当てはまるものをすべて選択してください。',
    recommended: 'おすすめ',
    noLabel: (position) => `選択肢${number(position)}（表示できるテキストなし）`,
    lookAlike: (label, position) => `${label}（選択肢${number(position)}）`,
    cleaned: 'このテキストに含まれる見えない文字は表示されません。',
    other: OTHER,
    otherHint: '回答を自由に入力',
    yourAnswer: 'ご自身の回答',
    more: (options) => `ほか${number(options)}件`,
    filter: '選択肢を絞り込む',
    filterCount: (shown, options) => `${number(options)}件中${number(shown)}件`,
    filterNone: (other) =>
      `一致する選択肢がありません。絞り込みの語を変える${other ? `か、「${OTHER}」を選んで` : 'か、消して'}ください。`,
    selectAll: (options) => `${number(options)}件すべて選択`,
    selectMore: (options) => `さらに${number(options)}件選択`,
    selectedCount: (options) => `${number(options)}件選択中`,
    keyUnfilter: '絞り込みを解除',
    previewOf: (label) => `「${label}」のプレビュー`,
    previewPrompt: '選択肢を選ぶとプレビューが表示されます。',
    noPreview: 'この選択肢にはプレビューがありません。',
    openLarger: '拡大表示',
    close: '閉じる',
    counter: (length, limit) => `推奨${number(limit)}文字のうち${number(length)}文字`,
    counterOver: (length, limit) =>
      `${number(length)}文字（推奨の${number(limit)}文字を${number(length - limit)}文字超過）。切り捨てられることはありません。`,
    addNote: 'メモを追加',
    note: 'メモ（任意）',
    clear: '選択を解除',
    skip: 'スキップ',
    missingOption: `選択肢を選ぶか、「${OTHER}」に回答を入力してください。`,
    missingChoice: '選択肢を選んでください。',
    missingOther: '回答を入力するか、別の選択肢を選んでください。',
    missingText: '回答を入力してください。',
    optional: '任意です。',
    removeNote: 'この回答ではメモを送信できません。回答を変更するか、メモを削除してください。',
    chooseCount: (min, max) => `${range(min, max, CHOICES)}選んでください。`,
    typeLength: (min, max) => `${range(min, max, CHARACTERS)}で入力してください。`,
    typeNumber: (whole, min, max) =>
      `半角で${whole ? '整数' : '数値'}を入力してください${range(min, max, SIZE, String)}。`,
    typeFormat: {
      email: 'メールアドレスを空白なしで入力してください。',
      url: 'ウェブアドレス全体を空白なしで入力してください。',
      date: '日付を年-月-日の形式で入力してください（例：2026-01-31）。',
      'date-time': '日付と時刻を入力してください（例：2026-01-31 09:30:00+09:00）。',
    },
    review: '確認',
    reviewTitle: '回答内容の確認',
    notAnswered: '未回答',
    leftBlank: '空欄',
    noAnswer: '回答なし',
    quote: (text) => `「${text}」`,
    askBack: 'この質問について尋ねる',
    askBackField: '尋ねたいこと',
    askBackSend: '問い合わせを送信',
    askBackWaiting: '返信を待っています…',
    askBackReplied: (reply) => `返信：${reply}`,
    askBackFailed: '返信がありませんでした。',
    askBackCut: '返信が長すぎるため、残りは表示されません。',
    askBackTooLong: (length, limit) =>
      `問い合わせは${number(limit)}文字以内で入力してください。現在は${number(length)}文字です。`,
    discussThis: 'この質問を先に相談する',
    discussThisTitle: '先にこの質問について相談しますか？',
    discussAbout: (question) => `相談したい質問：「${question}」`,
    askedBack: '尋ねたこと',
    list,
    change: '変更',
    answer: '回答する',
    changeName: (name, answered) => (answered ? `（${name}への回答）` : `（${name}）`),
    useRecommended: (questions, isRest) => `${isRest ? '残りの' : ''}${number(questions)}問におすすめの選択肢を使う`,
    takeRecommended: (options) => `この${number(options)}件の選択肢を使う`,
    tookRecommended: (questions) => `${number(questions)}問におすすめの選択肢を使いました。`,
    undoRecommended: '元に戻す',
    corrected: '変更内容はメッセージとして送信されます。',
    sendLate: 'メッセージとして送信',
    sentLate: '回答をメッセージとして送信しました。',
    submit: '送信',
    submitAll: '回答を送信',
    next: '次へ',
    back: '戻る',
    cancel: 'キャンセル',
    decline: '回答しない',
    discuss: '先に相談する',
    retry: '再試行',
    sending: '送信中…',
    discardTitle: (answers) =>
      answers === 0 ? '回答せずに終了しますか？' : `${number(answers)}件の回答を破棄しますか？`,
    discardText: (asker) => `キャンセルしたことが${asker}に伝わります。`,
    declineText: (asker) => `回答しないことが${asker}に伝わります。`,
    keepAnswering: '回答を続ける',
    discard: '回答を破棄',
    leave: '回答せずに終了',
    askBackUnsent: '問い合わせは送信されません。',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `回答が長くなっています（${number(lengths[0] ?? 0)}文字）。このまま送信しますか？`
        : `${number(lengths.length)}件の回答が長くなっています。このまま送信しますか？`,
    longItem: (name, length) => `${name}：${number(length)}文字`,
    longText: '長い回答も全文が送信されます。',
    edit: '回答を編集',
    submitAnyway: 'このまま送信',
    failed: (status) =>
      status === 'answered'
        ? '回答を送信できませんでした。回答はここに残っています。'
        : '送信できませんでした。入力内容はここに残っています。',
    settled: {
      answered: '{asker}に回答しました',
      declined: '{asker}への回答を辞退しました',
      discussed: '{asker}の質問について先に相談したいと伝えました',
      cancelled: '{asker}の質問をキャンセルしました',
      aborted: '{asker}への回答は不要になりました',
      superseded: '{asker}の質問は差し替えられました',
      connectionLost: '{asker}との接続が切れました',
      timedOut: '{asker}の質問は時間切れになりました',
      unavailable: '{asker}の質問を表示できませんでした',
      invalid: '{asker}の質問を読み取れませんでした',
    },
    reason: reasons('すでに別の場所で回答されています。', 'エージェントはもう回答を待っていません。'),
    notSent: 'この回答は使われませんでした。まだコピーできます。',
    keyChoose: '選択',
    keyToggle: '切り替え',
    keyContinue: { submit: '送信', next: '次へ', review: '確認' },
    keySend: '送信',
    keyNewLine: '改行',
    keyCancel: 'キャンセル',
    keyFocus: '回答する',
    previewFrom: (label, asker) => `「${label}」のプレビュー（${asker}）`,
    showText: 'テキストで表示',
    showPicture: '画像で表示',
    submitPartial: '回答済みの分を送信',
    partialText: (missing, questions, asker) =>
      `${number(questions)}問中${number(missing)}問が未回答のままです。そのことは${asker}に伝わります。`,
    discussTitle: '先に質問について相談しますか？',
    discussWhat: '先に確認したいことは何ですか？（任意）',
    discussText: (asker) => `メッセージとこれまでの回答が${asker}に送信されます。回答はまだ確定しません。`,
    discussSend: '送信して相談',
    discussUnsent: 'メッセージは送信されません。',
    showAll: 'すべて表示',
    showLess: '折りたたむ',
    questionCount: (questions) => `質問${number(questions)}件`,
    noFiles: 'この回答ではファイルを送信できません。内容を説明するか、ファイルのパスを入力してください。',
    carried: (answers, questions) =>
      questions === 1
        ? 'この質問にはすでに回答しています。'
        : `${number(questions)}件の質問のうち${number(answers)}件にはすでに回答しています。`,
    carriedUse: '以前の回答を使う',
    carriedDismiss: '表示しない',
    carriedUsed: '以前の回答を入力しました。まだ何も送信していません。',
    carriedUndo: '入力を取り消す',
    carriedChanged: '回答後に変更されました。もう一度確認してください。',
    carriedLeft: '次の内容も入力していました。コピーできます。',
    moreWaiting: (requests) => `ほかに${number(requests)}件が待っています`,
    canWait: (requests) => `急がない質問が${number(requests)}件あります`,
    answerNow: '回答する',
    nextAsker: '次：{asker}',
    elsewhere: {
      answered: (by) => `${by ? `${by}さんが` : '別のウィンドウで'}回答しました`,
      cancelled: (by) => `${by ? `${by}さんが` : '別のウィンドウで'}キャンセルしました`,
      declined: (by) => `${by ? `${by}さんが` : '別のウィンドウで'}回答を辞退しました`,
      discussed: (by) => `${by ? `${by}さんが` : '別のウィンドウで'}質問について先に相談したいと伝えました`,
    },
    unreached: 'エージェントはすでに先へ進んでおり、受け取っていません',
    orphaned: 'エージェントは停止しました',
    orphanedText: 'この回答を待っている相手はいません。',
    nextQuestion: '次の質問',
    offline: '接続が切れました。再接続しています…',
    online: '再接続しました。',
    reconnect: '再接続',
    unauthorized: 'ログアウトしています。ログインしてからもう一度お試しください。',
    forbidden: '回答する権限がありません。',
    misdirected: 'サーバーがこのページのアドレスを受け付けていません。',
    kept: '回答は保持されます。',
    tooLarge: '回答が長すぎるため送信できませんでした。短くしてからもう一度お試しください。',
    rejected: 'サーバーが回答を受け付けませんでした。変更してからもう一度お試しください。',
    restored: '以前の入力内容を復元しました。',
    startOver: '最初からやり直す',
    startedOver: '以前の入力内容を削除しました。',
    undo: '元に戻す',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `${asker}から質問があります` : '質問が届いています'),
  };
}

/** The Japanese messages. */
export const ja: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the Japanese messages of a terminal with the numbers of a region, as `createMessages` does. */
export function createTerminalMessages(locale = 'ja'): AskUserTerminalLanguage {
  const { number } = createFormat(locale);
  return {
    ...createMessages(locale),
    hintTo: (action) => action,
    hintChoose: '選択',
    hintToggle: '切り替え',
    hintSubmit: '送信',
    hintNext: '次へ',
    hintSend: '送信',
    hintNewLine: '改行',
    hintCancel: 'キャンセル',
    hintSelect: '選択',
    hintNavigate: '移動',
    hintQuickSelect: '番号で選択',
    hintConfirm: '確定',
    hintSwitch: '切り替え',
    hintGoBack: '戻る',
    hintList: '一覧へ',
    hintShowAll: 'すべて表示',
    hintRetry: '再試行',
    hintChange: '変更',
    hintGo: '移動',
    hintFilter: '絞り込み',
    hintAll: 'すべて選択',
    hintClear: '選択を解除',
    hintSkip: 'スキップ',
    hintNote: 'メモ',
    hintAskBack: 'この質問について尋ねる',
    hintDiscussThis: 'この質問を相談',
    hintDecline: '回答しない',
    hintDiscuss: '相談',
    hintQuestions: '質問の一覧',
    hintNextUnanswered: '次の未回答へ',
    hintUseRecommended: 'おすすめを使う',
    hintUndoRecommended: 'おすすめを取り消す',
    hintUseCarried: '以前の回答を使う',
    hintUndoCarried: '入力を取り消す',
    hintDismissCarried: '以前の回答を表示しない',
    hintQuit: 'もう一度押すと終了',
    moreLines: (lines, key) => `ほか${number(lines)}行（${key}）`,
    htmlPreview: 'プレビューはウェブページのため、ターミナルには表示できません。',
    htmlPreviewWeb: 'プレビューはウェブページです。--webを付けると表示できます。',
    waitIn: (file) => `質問は${file}で回答を待っています`,
  };
}

/** The Japanese messages of a terminal. */
export const jaTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
