import { reasons } from './reasons.js';
import { createFormat } from './languages/format.js';
import type { DialogMessages } from './types.js';
import type { AskUserLaterMessages } from './lazy-types.js';

export function createLaterMessages(locale = 'en'): AskUserLaterMessages {
  const { number, plural, list } = createFormat(locale);
  return {
    counter: (length, limit) => `${number(length)} of ${number(limit)} suggested characters`,
    counterOver: (length, limit) =>
      `${plural(length, { one: '# character', other: '# characters' })} (${number(length - limit)} over the suggested ${number(limit)}). Nothing will be cut off.`,
    more: (options) => `${number(options)} more`,
    filter: 'Filter the options',
    filterCount: (shown, options) => `${number(shown)} of ${number(options)} options`,
    filterNone: (other) => `No option matches. Change the filter${other ? ', or choose “Other”' : ''}.`,
    selectAll: (options) => `Select all ${number(options)}`,
    selectMore: (options) => `Select ${number(options)} more`,
    selectedCount: (options) => `${number(options)} selected`,
    keyUnfilter: 'clear the filter',
    previewOf: (label) => `Preview of “${label}”`,
    previewPrompt: 'Choose an option to see its preview.',
    noPreview: 'This option has no preview.',
    openLarger: 'Open larger',
    notAnswered: 'Not answered yet',
    leftBlank: 'Left blank',
    noAnswer: 'No answer',
    quote: (text) => `“${text}”`,
    askBack: 'Ask about this',
    askBackField: 'Your question',
    askBackSend: 'Send question',
    askBackWaiting: 'Waiting for the reply…',
    askBackReplied: (reply) => `Reply: ${reply}`,
    askBackFailed: 'No reply came.',
    askBackCut: 'The rest of the reply is too long to show.',
    askBackTooLong: (length, limit) =>
      `The question may have at most ${number(limit)} characters. It has ${number(length)}.`,
    discussThis: 'Discuss this instead',
    discussThisTitle: 'Discuss this question first?',
    discussAbout: (question) => `To discuss: “${question}”`,
    askedBack: 'What you asked',
    list,
    change: 'Change',
    answer: 'Answer',
    changeName: (name, answered) => (answered ? `answer to ${name}` : name),
    useRecommended: (questions, isRest) =>
      isRest
        ? plural(questions, {
            one: 'Use the recommended option for the other one',
            other: 'Use the recommended option for the other #',
          })
        : plural(questions, {
            one: 'Use the recommended option for # question',
            other: 'Use the recommended option for # questions',
          }),
    takeRecommended: (options) => plural(options, { one: 'Use this option', other: 'Use these # options' }),
    tookRecommended: (questions) =>
      plural(questions, {
        one: 'Recommended option used for # question.',
        other: 'Recommended option used for # questions.',
      }),
    undoRecommended: 'Undo',
    corrected: 'Your change is sent as a message.',
    sendLate: 'Send as a message',
    sentLate: 'Your answers were sent as a message.',
    reason: reasons('Already answered elsewhere.', 'The agent is no longer waiting for an answer.'),
    keyChoose: 'choose',
    keyToggle: 'toggle',
    keyContinue: { submit: 'submit', next: 'next', review: 'review' },
    keySend: 'send',
    keyNewLine: 'new line',
    keyCancel: 'cancel',
    keyFocus: 'answer',
    showAll: 'Show all',
    showLess: 'Show less',
    questionCount: (questions) => plural(questions, { one: '# question', other: '# questions' }),
    submitPartial: 'Send what I have',
    partialText: (missing, questions, asker) =>
      `${number(missing)} of ${number(questions)} questions ${missing === 1 ? 'stays' : 'stay'} unanswered. ${asker} will be told so.`,
    discussTitle: 'Discuss the questions first?',
    discussWhat: 'What should be cleared up first? (optional)',
    discussText: (asker) =>
      `${asker} receives your message and your answers so far. The answers are not submitted yet.`,
    discussSend: 'Send and discuss',
    discussUnsent: 'Your message will not be sent.',
    noFiles: 'Files can’t be sent with this answer. Describe it, or give its path.',
    carried: (answers, questions) =>
      questions === 1
        ? 'You have already answered this question.'
        : `You have already answered ${number(answers)} of these ${number(questions)} questions.`,
    carriedUse: 'Use my answers',
    carriedDismiss: 'Dismiss',
    carriedUsed: 'Your earlier answers are filled in. Nothing has been sent.',
    carriedUndo: 'Undo',
    carriedChanged: 'Changed since your answer: look again.',
    carriedLeft: 'You also typed this. You can copy it.',
  };
}

export const enLater: AskUserLaterMessages = /* @__PURE__ */ createLaterMessages();

/** The host's messages take precedence. */
export const withLaterMessages = (messages: DialogMessages): DialogMessages & AskUserLaterMessages => ({
  ...enLater,
  ...messages,
});
