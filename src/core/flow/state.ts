import { isBlank } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { readAllow } from './allow.js';
import { EMPTY_DRAFT } from './empty-draft.js';
import { toConfirm, allowsOther } from './selectors.js';
import type { AskUserState, Draft, FlowOptions, FlowOptionsInput } from './types.js';

const readOptions = ({ softLimit = 2000, confirmCancel = 'auto', allow, askBack }: FlowOptionsInput): FlowOptions => ({
  softLimit,
  confirmCancel,
  allow: readAllow(allow),
  ...(askBack && { askBack }),
});

/** Creates the state of a request for which nothing is entered. No option is preselected. */
export const createInitialState = (
  request: AskUserRequest,
  options: FlowOptionsInput = {},
  streaming = false,
): AskUserState => ({
  request,
  streaming,
  drafts: request.questions.map(() => EMPTY_DRAFT),
  active: 0,
  phase: 'answering',
  missing: [],
  message: '',
  longAnswerConfirmed: false,
  options: readOptions(options),
});

export function withOptions(state: AskUserState, input: FlowOptionsInput): AskUserState {
  const options = readOptions(input);
  // JSON leaves out the functions of `askBack`.
  const isSame = options.askBack === state.options.askBack && JSON.stringify(options) === JSON.stringify(state.options);
  return isSame ? state : { ...state, options };
}

/**
 * Returns a selection, without Other if the question has none. Drops all of it if a single-select question would have
 * several answers: only the user can choose.
 */
export function fitSelection(
  question: Question,
  selected: readonly number[],
  usesOther: boolean,
): Pick<Draft, 'selected' | 'other'> {
  const other = usesOther && allowsOther(question);
  const fits = question.multiSelect || selected.length + Number(other) < 2;
  return fits ? { selected, other } : { selected: [], other: false };
}

function carryOver(draft: Draft, { options: before }: Question, now: Question): Draft {
  const { options } = now;
  // Deselect options that have changed: the user did not select the new ones.
  const unchanged = draft.selected.filter((index) => JSON.stringify(before[index]) === JSON.stringify(options[index]));
  // Text that was the whole answer stays the answer when options arrive.
  const usesOther = draft.other || (before.length === 0 && !draft.skipped && !isBlank(draft.custom));
  const { selected, other } = fitSelection(now, unchanged, usesOther);
  const same = other === draft.other && selected.length === draft.selected.length;
  return same ? draft : { ...draft, other, selected };
}

/**
 * Replaces the request with a longer or reworded version of itself. Drafts stay with their questions. A question whose
 * id or text has changed keeps only its custom text and notes. A text that grows while streaming counts as unchanged.
 * Input is dropped if its question may be gone.
 */
export function growRequest(state: AskUserState, request: AskUserRequest, streaming: boolean): AskUserState {
  if (request === state.request && streaming === state.streaming) return state;
  const { questions: before } = state.request;
  const { questions } = request;
  const stays = (old: Question, now: Question) => old.id === now.id && now.question.startsWith(old.question);
  // The previous index of each question. Text takes precedence over id alone, because the parser assigns missing ids by
  // index.
  const from = questions.map(() => -1);
  const hasSameText = (old: Question, now: Question) => old.question === now.question;
  // If there are fewer questions, an id that the parser assigned may be that of a question that was removed.
  const isFewer = questions.length < before.length;
  const hasSameId = (old: Question, now: Question, i: number) =>
    old.id === now.id && !(isFewer && now.id === `q${i + 1}`);
  for (const isSame of [stays, hasSameText, hasSameId])
    questions.forEach((now, i) => {
      if (from[i]! < 0) from[i] = before.findIndex((old, at) => !from.includes(at) && isSame(old, now, i));
    });
  const drafts = questions.map((now, i) => {
    const old = before[from[i]!];
    const draft = state.drafts[from[i]!];
    if (!old || !draft) return EMPTY_DRAFT;
    // After streaming, a longer text is a new question, which the user has not answered.
    const same = stays(old, now) && (state.streaming || old.question === now.question);
    return same ? carryOver(draft, old, now) : { ...draft, selected: [], other: false, skipped: false };
  });
  const several = questions.length > 1;
  // Stay on Review, unless there were no questions.
  const found = before[state.active] ? from.indexOf(state.active) : before.length && questions.length;
  const next = { ...state, request, streaming, drafts, active: several ? Math.max(found, 0) : 0, missing: [] };
  const isObsolete = state.phase === 'confirmingLongAnswer' && toConfirm(next).length === 0;
  return isObsolete ? { ...next, phase: 'answering' } : next;
}
