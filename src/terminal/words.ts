import { cleanText } from '../core/clean.js';
import type { AskUserResult } from '../core/answer/types.js';
import type { Problem } from '../core/flow/selectors.js';
import type { Question } from '../core/question/types.js';

const numbers = new Intl.NumberFormat('en');
const number = (value: number): string => numbers.format(value);
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

const FORMATS = {
  number: 'Enter a number, such as 0.5.',
  integer: 'Enter a whole number, such as 12.',
  email: 'Enter an email address without spaces.',
  url: 'Enter a full web address without spaces, such as https://example.com.',
  date: 'Enter a date as year-month-day, such as 2026-01-31.',
  'date-time': 'Enter a date and time, such as 2026-01-31T09:30:00Z.',
} as const;

const BOUNDS = {
  minSelected: (limit: number) => `Choose at least ${number(limit)}.`,
  maxSelected: (limit: number) => `Choose at most ${number(limit)}.`,
  minLength: (limit: number) => `Enter at least ${counted(limit, 'character', 'characters')}.`,
  maxLength: (limit: number) => `Enter at most ${counted(limit, 'character', 'characters')}.`,
  minimum: (limit: number) => `Enter a number of at least ${limit}.`,
  maximum: (limit: number) => `Enter a number of at most ${limit}.`,
} as const;

function unanswered({ options, multiSelect, constraints }: Question): string {
  if (options.length === 0) return 'Type your answer.';
  const choose = multiSelect ? 'Choose with Space' : 'Choose an option';
  return constraints?.allowCustom === false ? `${choose}.` : `${choose}, or type your answer under Other.`;
}

const ENDINGS: { readonly [Status in Exclude<AskUserResult['status'], 'answered'>]: string } = {
  declined: 'Declined to answer',
  cancelled: 'Cancelled. Nothing was sent.',
  aborted: 'Withdrawn by the agent. Nothing was sent.',
  superseded: 'Replaced by a newer request. Nothing was sent.',
  connectionLost: 'Connection lost. Nothing was sent.',
  timedOut: 'Timed out. Nothing was sent.',
  unavailable: 'The questions could not be shown',
  invalid: 'The questions could not be read',
};

const DISCUSSED = 'Asked to discuss the questions first';

/** Every word that a session shows. */
export const WORDS = {
  question: (position: number) => `Question ${position}`,
  noLabel: (position: number) => `Option ${position} (no visible text)`,
  lookAlike: (label: string, position: number) => `${label} (option ${number(position)})`,
  cleaned: 'Hidden characters were left out of this text.',
  other: 'Other',
  otherHint: '(type your answer)',
  placeholder: '(type your answer)',
  note: 'Note',
  noteHint: '(type a note; it goes with your answer)',
  preview: 'Preview',
  htmlPreview: 'The preview is a web page, which a terminal can’t show.',
  more: (count: number) => `${number(count)} more…`,
  moreLines: (count: number, key: string) => `${counted(count, 'more line', 'more lines')} (${key})`,
  problem(problem: Problem, question: Question): string {
    if (problem.code === 'unanswered') return unanswered(question);
    return problem.code === 'input' ? FORMATS[problem.value] : BOUNDS[problem.code](problem.value);
  },
  emptyOther: 'Type your answer, or choose another option.',
  missing: (names: string) => `Still to answer: ${names}.`,
  skipped: 'Skipped',
  counter: (length: number, limit: number) => `${number(length)} of ${number(limit)} suggested characters`,
  counterOver: (length: number, limit: number) =>
    `${number(length)} characters, ${number(length - limit)} over the suggested ${number(limit)}. Nothing will be cut.`,
  reviewTab: 'Submit',
  reviewTitle: 'Check your answers',
  notAnswered: 'Not answered yet',
  hidden: '•••••••• (hidden)',
  noted: (note: string) => `Note: ${note}`,
  message: (text: string) => `Message: ${text}`,
  soFar: 'So far, not submitted:',
  submitAll: 'Submit answers',
  submitPartial: 'Send what I have',
  partialText: (missing: number, questions: number, asker: string) =>
    `${number(missing)} of ${number(questions)} questions ${missing === 1 ? 'stays' : 'stay'} unanswered. ${asker} will be told so.`,
  failed: 'This was not sent. Everything you entered is still here.',
  discardTitle: (count: number) =>
    count === 0 ? 'End without answering?' : `Discard ${counted(count, 'answer', 'answers')}?`,
  discardText: (asker: string) => `${asker} will be told that you cancelled.`,
  declineText: (asker: string) => `${asker} will be told that you declined to answer.`,
  asker: 'The assistant',
  asks: (asker: string) => `${asker} asks`,
  keep: 'Keep answering',
  discard: 'Discard answers',
  end: 'End without answering',
  yesNo: (yes: string, no: string) => `y ${yes} • n ${no}`,
  discussTitle: 'Discuss the questions first?',
  discussText: (asker: string) =>
    `${asker} receives your message and your answers so far. The answers are not submitted yet.`,
  messageUnsent: 'Your message will not be sent.',
  discussHint: '(type what should be cleared up first; optional)',
  longTitle: (lengths: readonly number[]) =>
    lengths.length === 1
      ? `Answer is long (${number(lengths[0] ?? 0)} chars). Continue anyway?`
      : `${number(lengths.length)} answers are long. Continue anyway?`,
  longItem: (name: string, length: number) => `${name}: ${number(length)} chars`,
  longText: 'It is sent as it is. Nothing will be cut.',
  edit: 'Edit answer',
  anyway: 'Submit anyway',
  ended(result: Exclude<AskUserResult, { status: 'answered' }>): string {
    if (result.status === 'unavailable' && result.pendingFile !== undefined)
      return `The questions wait in ${cleanText(result.pendingFile)}`;
    return result.status === 'declined' && result.discuss ? DISCUSSED : ENDINGS[result.status];
  },
} as const;
