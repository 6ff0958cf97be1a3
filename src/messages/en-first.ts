import { createFormat } from './languages/format.js';
import { createConfirmMessages } from './en-confirm.js';
import type { AskUserMessages } from './types.js';
const RANGE = { least: 'at least {min}', most: 'at most {max}', between: '{min} to {max}', exactly: 'exactly {min}' };

export function createFirstMessages(locale = 'en'): AskUserMessages {
  const format = createFormat(locale);
  const { number, plural, range } = format;
  return {
    ...createConfirmMessages(format),
    asker: 'Assistant',
    title: (questions) => (questions === 1 ? 'Question from {asker}' : `${number(questions)} questions from {asker}`),
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
    counter: (length, limit) => `${number(length)} of ${number(limit)} suggested characters`,
    counterOver: (length, limit) =>
      `${plural(length, { one: '# character', other: '# characters' })} (${number(length - limit)} over the suggested ${number(limit)}). Nothing will be cut off.`,
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
    discardText: (asker) => `${asker} will be told that you cancelled.`,
    declineText: (asker) => `${asker} will be told that you declined to answer.`,
    keepAnswering: 'Keep answering',
    discard: 'Discard answers',
    leave: 'Leave without answering',
    longItem: (name, length) => `${name}: ${number(length)} chars`,
    longText: 'Long answers are sent in full.',
    edit: 'Edit answer',
    submitAnyway: 'Submit anyway',
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
    notSent: 'Your answer wasn’t used. You can still copy it.',
  };
}

export const enFirst: AskUserMessages = /* @__PURE__ */ createFirstMessages();
