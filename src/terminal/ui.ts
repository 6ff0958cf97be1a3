import { takesOther } from '../core/flow/selectors.js';
import type { AskUserAction, AskUserState, OptionRef } from '../core/flow/types.js';
import type { AskUserRequest, Question } from '../core/question/types.js';

/** What the terminal keeps beside the flow: where the person is looking. Nothing of it is ever an answer. */
export interface Ui {
  /** The highlighted row of each question, and last of Review. */
  readonly rows: readonly number[];
  /** The caret in each question's own text, in UTF-16 units. */
  readonly carets: readonly number[];
  /** The caret in the note, while one is typed. */
  readonly note?: number | undefined;
  /** The caret in the message of a discussion. */
  readonly message: number;
  /** The highlighted choice of a confirmation: 0 loses nothing, 1 goes ahead. */
  readonly choice: 0 | 1;
  /** Enter was pressed at Other, and nothing is typed there. */
  readonly empty: boolean;
  /** How many pages a text that is too long for the screen was scrolled down. */
  readonly page: number;
  /** What has arrived of a paste that has not ended. */
  readonly paste?: string | undefined;
}

/** What came of a key. */
export interface Step {
  /** For the flow, in order. */
  readonly actions: readonly AskUserAction[];
  readonly ui: Ui;
  /** The person wants out, at once: nothing is answered and nothing cancelled. */
  readonly interrupt?: true;
}

/** Nothing highlighted but what is first, which answers nothing. */
export const createUi = ({ questions }: AskUserRequest): Ui => ({
  rows: [...questions.map(() => 0), questions.length],
  carets: questions.map(() => 0),
  message: 0,
  choice: 0,
  empty: false,
  page: 0,
});

/** How many rows a question has: its options, and Other. A question without options has its text alone. */
export const rowCount = (question: Question): number => question.options.length + Number(takesOther(question));

/** What a row of a question stands for; `undefined` in a question without options. */
export function rowOption(question: Question, row: number): OptionRef | undefined {
  if (question.options[row]) return row;
  return takesOther(question) ? 'other' : undefined;
}

/** Whether the user is asked for the message of a discussion. */
export const isDiscussing = ({ phase, result }: AskUserState): boolean =>
  phase === 'confirmingDiscard' && result?.status === 'declined' && result.discuss === true;

/** The text of the question shown that keys go to now. */
export type Target = 'custom' | 'notes' | undefined;

/** Which text of the question shown is being typed in: a note, or its answer where that row is highlighted. */
export function targetOf({ request, active }: AskUserState, { rows, note }: Ui): Target {
  const question = request.questions[active];
  if (!question) return undefined;
  if (note !== undefined) return 'notes';
  return question.options.length === 0 || rowOption(question, rows[active] ?? 0) === 'other' ? 'custom' : undefined;
}

/** Whether keys are text: of the question shown, or of the message of a discussion. */
export const isTyping = (state: AskUserState, ui: Ui): boolean =>
  isDiscussing(state) || (state.phase === 'answering' && targetOf(state, ui) !== undefined);
