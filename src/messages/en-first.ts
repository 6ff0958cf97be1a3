import { createFormat } from './languages/format.js';
import type { AskUserAttentionMessages, AskUserQueueMessages } from './lazy-types.js';
import type { AskUserMessages } from './types.js';

// One function for each entry of the package that shows texts at once, so that bundlers leave out the others.

const RANGE = { least: 'at least {min}', most: 'at most {max}', between: '{min} to {max}', exactly: 'exactly {min}' };

export function createFirstMessages(locale = 'en'): AskUserMessages {
  const { number, plural, range } = createFormat(locale);
  return {
    asker: 'Assistant',
    title: (questions) => (questions === 1 ? 'Question from {asker}' : `${number(questions)} questions from {asker}`),
    ahead: '{asker} goes on meanwhile. Answer whenever you like.',
    round: (round, answered) => `Round ${number(round)}, ${number(answered)} answered so far`,
    preparing: '{asker} is preparing a question…',
    collapse: 'Collapse',
    expand: 'Continue',
    writeMessage: 'Write a message instead',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} has a question: ${question}`
        : `${asker} has ${number(questions)} questions. First: ${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `Question from ${asker}: ${question}` : `${number(questions)} questions from ${asker}`,
    position: (position, questions) => `Question ${number(position)} of ${number(questions)}.`,
    tab: (position) => `Question ${number(position)}`,
    tabs: 'Questions',
    tabState: (name, state) => `${name}, ${state}`,
    answered: 'answered',
    skipped: 'skipped',
    missing: 'answer missing',
    invalid: 'answer not valid',
    answeredOf: (answered, questions) => `${number(answered)} of ${number(questions)} answered`,
    place: (position, questions, answered) =>
      `Question ${number(position)} of ${number(questions)}, ${number(answered)} answered`,
    nextUnanswered: 'Next unanswered',
    chooseOne: 'Choose one option.',
    chooseMany: 'Choose all that apply.',
    recommended: 'Recommended',
    noLabel: (position) => `Option ${number(position)} (no visible text)`,
    lookAlike: (label, position) => `${label} (option ${number(position)})`,
    cleaned: 'Hidden characters in this text are not shown.',
    other: 'Other',
    otherHint: 'Type your answer',
    yourAnswer: 'Your answer',
    close: 'Close',
    addNote: 'Add a note',
    note: 'Note (optional)',
    clear: 'Clear answer',
    skip: 'Skip',
    missingOption: 'Choose an option, or type your answer under Other.',
    missingChoice: 'Choose an option.',
    missingOther: 'Type your answer or choose another option.',
    missingText: 'Type your answer.',
    optional: 'Optional.',
    removeNote: 'The note can’t be sent with this answer. Change the answer or remove the note.',
    chooseCount: (min, max) => `Choose ${range(min, max, RANGE)}.`,
    typeLength: (min, max) =>
      `Enter ${range(min, max, RANGE)} ${plural(max ?? min ?? 0, { one: 'character', other: 'characters' })}.`,
    typeNumber: (whole, min, max) => {
      const ends = range(min, max, RANGE, String);
      return `Enter a ${whole ? 'whole ' : ''}number${ends && ` (${ends})`}.`;
    },
    typeFormat: {
      email: 'Enter an email address, such as name@example.com.',
      url: 'Enter a web address, such as https://example.com.',
      date: 'Enter a date, such as 2026-01-31.',
      'date-time': 'Enter a date and time, such as 2026-01-31T09:30:00Z.',
    },
    review: 'Review',
    reviewTitle: 'Check your answers',
    submit: 'Submit',
    submitAll: 'Submit answers',
    next: 'Next',
    back: 'Back',
    cancel: 'Cancel',
    decline: 'Decline to answer',
    retry: 'Try again',
    sending: 'Sending…',
    failed: (status) =>
      status === 'answered'
        ? 'Your answers weren’t sent. They’re still here.'
        : 'Couldn’t send. Everything you entered is still here.',
    settled: {
      answered: 'You answered {asker}',
      declined: 'You declined {asker}’s request',
      discussed: 'You asked to discuss the questions of {asker} first',
      cancelled: 'You cancelled {asker}’s request',
      aborted: '{asker} no longer needs an answer',
      superseded: '{asker}’s request was replaced',
      connectionLost: 'Connection to {asker} lost',
      timedOut: '{asker}’s request timed out',
      unavailable: '{asker}’s request couldn’t be shown',
      invalid: '{asker}’s request couldn’t be read',
    },
    discuss: 'Discuss instead',
    notSent: 'Your answer wasn’t used. You can still copy it.',
  };
}

export const enFirst: AskUserMessages = /* @__PURE__ */ createFirstMessages();

/** Creates the English messages of a queue, with the numbers of a region. */
export const createQueueMessages = (locale = 'en'): AskUserQueueMessages => {
  const { number, plural } = createFormat(locale);
  const elsewhere = (done: string) => (by: string | undefined) =>
    by ? `${done} by ${by}` : `${done} in another window`;
  return {
    moreWaiting: (requests) => `${number(requests)} more waiting`,
    canWait: (requests) => plural(requests, { one: '# request can wait', other: '# requests can wait' }),
    answerNow: 'Answer',
    nextAsker: 'Next: {asker}',
    elsewhere: {
      answered: elsewhere('Answered'),
      cancelled: elsewhere('Cancelled'),
      declined: elsewhere('Declined'),
      discussed: (by) => (by ? `${by} asked to discuss the questions first` : 'Discussion requested in another window'),
    },
    unreached: 'The agent had gone on, and did not get this',
    orphaned: 'The agent has stopped',
    orphanedText: 'No one is waiting for this answer.',
    nextQuestion: 'Next question',
    offline: 'Connection lost. Reconnecting…',
    online: 'Connected again.',
    reconnect: 'Reconnect',
    unauthorized: 'You’re signed out. Sign in and try again.',
    forbidden: 'You don’t have permission to answer.',
    misdirected: 'The server doesn’t accept the address of this page.',
    kept: 'Your answers are kept.',
    tooLarge: 'Your answers are too long to send. Shorten them and try again.',
    rejected: 'The server didn’t accept your answers. Change them and try again.',
  };
};

export const enQueue: AskUserQueueMessages = /* @__PURE__ */ createQueueMessages();

export const createAttentionMessages = (locale = 'en'): AskUserAttentionMessages => ({
  waitingTitle: (requests) => `(${requests.toLocaleString(locale)})`,
  notice: (asker) => (asker ? `${asker} has a question` : 'A question is waiting'),
});

/** English messages of `useAskUserAttention`. */
export const enAttention: AskUserAttentionMessages = /* @__PURE__ */ createAttentionMessages();
