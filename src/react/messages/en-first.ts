import { createFormat } from '../format.js';
import type { AskUserMessages } from './types.js';
const RANGE = { least: 'at least {min}', most: 'at most {max}', between: '{min} to {max}', exactly: 'exactly {min}' };

export function createFirstMessages(locale = 'en'): AskUserMessages {
  const { number, plural, range } = createFormat(locale);
  return {
    asker: 'The assistant',
    title: (questions) => (questions === 1 ? '{asker} asks' : `{asker} has ${number(questions)} questions`),
    preparing: '{asker} is preparing a question…',
    collapse: 'Collapse',
    expand: 'Continue',
    writeMessage: 'Write a message instead',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `${asker} has a question: ${question}`
        : `${asker} has ${number(questions)} questions. First: ${question}`,
    card: (asker, question, questions) =>
      questions === 1 ? `${asker} asks: ${question}` : `${asker} has ${number(questions)} questions`,
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
    cleaned: 'Hidden characters were left out of this text.',
    other: 'Other',
    otherHint: 'Type your answer',
    yourAnswer: 'Your answer',
    close: 'Close',
    counter: (length, limit) => `${number(length)} of ${number(limit)} suggested characters`,
    counterOver: (length, limit) =>
      `${plural(length, { one: '# character', other: '# characters' })}, ${number(length - limit)} over the suggested ${number(limit)}. Nothing will be cut.`,
    addNote: 'Add a note',
    note: 'Note (optional)',
    clear: 'Clear answer',
    skip: 'Skip',
    missingOption: 'Choose an option, or type your answer under Other.',
    missingChoice: 'Choose an option.',
    missingOther: 'Type your answer or choose another option.',
    missingText: 'Type your answer.',
    optional: 'Optional.',
    orSkip: 'You can also skip this question.',
    chooseCount: (min, max) => `Choose ${range(min, max, RANGE)}.`,
    typeLength: (min, max) =>
      `Enter ${range(min, max, RANGE)} ${plural(max ?? min ?? 0, { one: 'character', other: 'characters' })}.`,
    typeNumber: (whole, min, max) => {
      const ends = range(min, max, RANGE, String);
      return `Enter a ${whole ? 'whole ' : ''}number${ends && `: ${ends}`}.`;
    },
    typeFormat: {
      email: 'Enter an email address without spaces.',
      url: 'Enter a web address without spaces, as https://example.com.',
      date: 'Enter a date as 2026-01-31.',
      'date-time': 'Enter a date and time as 2026-01-31T09:30:00Z.',
    },
    review: 'Review',
    reviewTitle: 'Check your answers',
    submit: 'Submit',
    submitAll: 'Submit answers',
    next: 'Next',
    back: 'Back',
    cancel: 'Cancel',
    decline: 'Decline to answer',
    discuss: 'Discuss instead',
    retry: 'Try again',
    sending: 'Sending…',
    discardTitle: (answers) =>
      answers === 0 ? 'End without answering?' : `Discard ${plural(answers, { one: '# answer', other: '# answers' })}?`,
    discardText: (asker) => `${asker} will be told that you cancelled.`,
    declineText: (asker) => `${asker} will be told that you declined to answer.`,
    keep: 'Keep answering',
    discard: 'Discard answers',
    end: 'End without answering',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `Answer is long (${number(lengths[0] ?? 0)} chars). Continue anyway?`
        : `${number(lengths.length)} answers are long. Continue anyway?`,
    longItem: (name, length) => `${name}: ${number(length)} chars`,
    longText: 'It is sent as it is. Nothing will be cut.',
    edit: 'Edit answer',
    submitAnyway: 'Submit anyway',
    failed: (status) =>
      status === 'answered'
        ? 'Your answers were not sent. They are still here.'
        : 'This was not sent. Everything you entered is still here.',
    settled: {
      answered: 'You answered {asker}',
      declined: 'You declined to answer {asker}',
      discussed: 'You asked to discuss the questions of {asker} first',
      cancelled: 'You cancelled the questions of {asker}',
      aborted: '{asker} no longer needs an answer',
      superseded: 'The questions of {asker} were replaced',
      connectionLost: 'The connection to {asker} was lost',
      timedOut: 'The time to answer {asker} ran out',
      unavailable: 'The questions of {asker} could not be shown',
      invalid: 'The questions of {asker} could not be read',
    },
    unsent: 'Your answer here was not used. You can still copy it.',
  };
}

/** What a card says in English from the start. */
export const enFirst: AskUserMessages = /* @__PURE__ */ createFirstMessages();
