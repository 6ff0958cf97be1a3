import { isDiscussion } from '../core/flow/is-discussion.js';
import type { CarryOffer, FilledDraft } from '../core/flow/carry.js';
import { allowsOther } from '../core/flow/selectors.js';
import type { AskUserAction, AskUserState, OptionRef } from '../core/flow/types.js';
import type { AskUserRequest, Question } from '../core/question/types.js';

/** A filter of a question's options. It changes nothing that is selected. */
export interface RowFilter {
  readonly text: string;
  /** Indexes of the options that do not match. */
  readonly hidden: ReadonlySet<number>;
}

/** State of the terminal in addition to the flow's, such as the highlighted row. */
export interface Ui {
  /** The highlighted row of each question; the last item is for Review. */
  readonly rows: readonly number[];
  /** The caret in the custom text of each question, in UTF-16 code units. */
  readonly carets: readonly number[];
  /** The caret in the note while the user types one. */
  readonly note?: number | undefined;
  /** The filter of each question's options, if the user has typed one. */
  readonly filters: readonly (RowFilter | undefined)[];
  /** The caret in the filter while the user types it. */
  readonly filtering?: number | undefined;
  /** The caret in the question to the agent while the user types one. */
  readonly asking?: number | undefined;
  /** The caret in the message of a discussion. */
  readonly message: number;
  /** The highlighted choice of a confirmation: 0 loses nothing, 1 confirms. */
  readonly choice: 0 | 1;
  /** Whether Review shows the recommended options that the user can accept. */
  readonly offered: boolean;
  /** Whether Ctrl+C has opened the confirmation. Pressing it again ends the program. */
  readonly interrupted: boolean;
  /** Set by Enter on an Other without text in a single-select question. Most other keys reset it. */
  readonly empty: boolean;
  /** The list of more than 8 questions, while it is open: the highlighted row, and the number that was typed. */
  readonly list?: { readonly row: number; readonly typed: number } | undefined;
  /** The number of pages that the user scrolled down in a text that does not fit. */
  readonly page: number;
  /** Earlier answers of the conversation, until the user dismisses them, and what of them is filled in. */
  readonly carried?: { readonly offer: CarryOffer; readonly filled: readonly FilledDraft[] } | undefined;
  /** The part of an unfinished paste that has arrived. */
  readonly paste?: string | undefined;
}

export interface Step {
  readonly actions: readonly AskUserAction[];
  readonly ui: Ui;
  /** Set if the user interrupts the program. The request is neither answered nor cancelled. */
  readonly interrupt?: true;
}

export const createUi = ({ questions }: AskUserRequest): Ui => ({
  rows: [...questions.map(() => 0), questions.length],
  carets: questions.map(() => 0),
  filters: questions.map(() => undefined),
  message: 0,
  choice: 0,
  offered: false,
  interrupted: false,
  empty: false,
  page: 0,
});

export const rowCount = (question: Question): number => question.options.length + Number(allowsOther(question));

/**
 * Returns the rows of the shown question that its filter does not hide. A selected option, Other and the highlighted row
 * are never hidden.
 */
export function shownRows({ request, active, drafts }: AskUserState, { filters, rows }: Ui): readonly number[] {
  const question = request.questions[active]!;
  const all = [...Array(rowCount(question)).keys()];
  const hidden = filters[active]?.hidden;
  const keeps = (row: number) => row === rows[active] || drafts[active]!.selected.includes(row);
  return hidden ? all.filter((row) => !hidden.has(row) || keeps(row)) : all;
}

/** Returns the option of a row, or `undefined` if the row does not exist and the question has no Other. */
export function rowOption(question: Question, row: number): OptionRef | undefined {
  if (question.options[row]) return row;
  return allowsOther(question) ? 'other' : undefined;
}

/** Whether the user is typing the message of a discussion. */
export const isDiscussing = ({ phase, result }: AskUserState): boolean =>
  phase === 'confirmingDiscard' && isDiscussion(result);

export type Target = 'custom' | 'notes' | 'askBack' | 'filter' | undefined;

/** Closes the note, the question to the agent and the field of the filter. Their texts stay. */
export const withoutFields = (ui: Ui): Ui => ({ ...ui, note: undefined, asking: undefined, filtering: undefined });

/**
 * Returns the text that keys edit: the question to the agent, the note or the filter while it is open, or the custom
 * text if Other is highlighted or the question has no options. Returns `undefined` if keys edit none of them.
 */
export function targetOf({ request, active }: AskUserState, { rows, note, asking, filtering }: Ui): Target {
  const question = request.questions[active];
  if (!question) return undefined;
  if (asking !== undefined) return 'askBack';
  if (note !== undefined) return 'notes';
  if (filtering !== undefined) return 'filter';
  return question.options.length === 0 || rowOption(question, rows[active] ?? 0) === 'other' ? 'custom' : undefined;
}

export const isTyping = (state: AskUserState, ui: Ui): boolean =>
  isDiscussing(state) || (state.phase === 'answering' && !ui.list && targetOf(state, ui) !== undefined);
