import { cleanText, excerpt, isEmpty } from '../core/clean.js';
import type { AskUserResult } from '../core/answer/types.js';
import { mayStayBlank } from '../core/answer/constraints.js';
import type { AnswerIssue } from '../core/flow/selectors.js';
import type { AskUserRequest, Question } from '../core/question/types.js';

const numbers = new Intl.NumberFormat('en');
const number = (value: number): string => numbers.format(value);
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

const FORMATS = {
  number: 'Enter a number, such as 0.5.',
  integer: 'Enter a whole number, such as 12.',
  email: 'Enter an email address, such as name@example.com.',
  url: 'Enter a web address, such as https://example.com.',
  date: 'Enter a date, such as 2026-01-31.',
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

const REMOVE_NOTE = 'To leave this question blank, remove the note.';

const STATUS_TEXTS: { readonly [Status in Exclude<AskUserResult['status'], 'answered'>]: string } = {
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

export const WORDS = {
  question: (position: number) => `Question ${position}`,
  noLabel: (position: number) => `Option ${position} (no visible text)`,
  lookAlike: (label: string, position: number) => `${label} (option ${number(position)})`,
  cleaned: 'Hidden characters in this text are not shown.',
  other: 'Other',
  otherHint: '(type your answer)',
  placeholder: '(type your answer)',
  note: 'Note',
  noteHint: '(type a note; it goes with your answer)',
  preview: 'Preview',
  htmlPreview: 'The preview is a web page, which a terminal can’t show.',
  more: (count: number) => `${number(count)} more…`,
  moreLines: (count: number, key: string) => `${counted(count, 'more line', 'more lines')} (${key})`,
  problem(problem: AnswerIssue, question: Question): string {
    if (problem.code === 'unanswered')
      return `${unanswered(question)}${mayStayBlank(question) ? ` ${REMOVE_NOTE}` : ''}`;
    return problem.code === 'input' ? FORMATS[problem.value] : BOUNDS[problem.code](problem.value);
  },
  emptyOther: 'Type your answer, or choose another option.',
  missing: (names: string) => `Still to answer: ${names}.`,
  skipped: 'Skipped',
  counter: (length: number, limit: number) => `${number(length)} of ${number(limit)} suggested characters`,
  counterOver: (length: number, limit: number) =>
    `${number(length)} characters (${number(length - limit)} over the suggested ${number(limit)}). Nothing will be cut off.`,
  reviewTab: 'Submit',
  reviewTitle: 'Check your answers',
  notAnswered: 'Not answered yet',
  optional: 'Optional.',
  leftBlank: 'Left blank',
  hidden: '•••••••• (hidden)',
  noted: (note: string) => `Note: ${note}`,
  message: (text: string) => `Message: ${text}`,
  soFar: 'So far, not submitted:',
  submitAll: 'Submit answers',
  submitPartial: 'Send what I have',
  partialText: (missing: number, questions: number, asker: string) =>
    `${number(missing)} of ${number(questions)} questions ${missing === 1 ? 'stays' : 'stay'} unanswered. ${asker} will be told so.`,
  failed: 'Couldn’t send. Everything you entered is still here.',
  discardTitle: (count: number) =>
    count === 0 ? 'Leave without answering?' : `Discard ${counted(count, 'answer', 'answers')}?`,
  discardText: (asker: string) => `${asker} will be told that you cancelled.`,
  declineText: (asker: string) => `${asker} will be told that you declined to answer.`,
  asker: 'Assistant',
  asks: (asker: string, questions: number) =>
    questions === 1 ? `Question from ${asker}` : `${number(questions)} questions from ${asker}`,
  keep: 'Keep answering',
  discard: 'Discard answers',
  end: 'Leave without answering',
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
  longText: 'Long answers are sent in full.',
  edit: 'Edit answer',
  anyway: 'Submit anyway',
  unanswered(result: Exclude<AskUserResult, { status: 'answered' }>): string {
    if (result.status === 'unavailable' && result.pendingFile !== undefined)
      return `The questions wait in ${cleanText(result.pendingFile)}`;
    return result.status === 'declined' && result.discuss ? DISCUSSED : STATUS_TEXTS[result.status];
  },
} as const;

/** Returns the asker's name for display, or an empty string if there is no visible one. */
export function askerName({ asker = '' }: Pick<AskUserRequest, 'asker'>): string {
  const name = excerpt(asker);
  return isEmpty(name) ? '' : name;
}
