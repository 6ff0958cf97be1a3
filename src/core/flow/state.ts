import { isBlank } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { takesOther } from './selectors.js';
import type { AskUserState, Draft, FlowOptionsInput } from './types.js';

export const EMPTY_DRAFT: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };

/** Nothing chosen, nothing typed: no option is ever preselected. */
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
  longConfirmed: false,
  options: {
    softLimit: options.softLimit ?? 2000,
    confirmCancel: options.confirmCancel ?? 'auto',
    allowSkip: options.allowSkip ?? false,
    allowDecline: options.allowDecline ?? false,
  },
});

/** A text is what it was, or more of it. */
type Grown = (before: string | undefined, now: string | undefined) => boolean;

/** The draft of a question that has grown; nothing entered is lost, nothing is chosen that was not. */
function carryOver(draft: Draft, { options: before }: Question, now: Question, grown: Grown): Draft {
  const { options, multiSelect } = now;
  const kept = draft.selected.filter((index) => grown(before[index]?.label, options[index]?.label));
  // A text that was the whole answer stays the answer when options arrive.
  const said = takesOther(now) && (draft.other || (before.length === 0 && !draft.skipped && !isBlank(draft.custom)));
  const picks = kept.length + Number(said);
  // Two picks can't become one without making the choice for the person.
  const fits = multiSelect || picks < 2;
  const other = said && fits;
  const selected = fits ? kept : [];
  const same = other === draft.other && selected.length === draft.selected.length;
  return same ? draft : { ...draft, other, selected };
}

/** The same request, further written: what was entered stays with its question. */
export function growRequest(state: AskUserState, request: AskUserRequest, streaming: boolean): AskUserState {
  if (request === state.request && streaming === state.streaming) return state;
  const { questions: before } = state.request;
  const { questions } = request;
  // Only a model that is still writing goes on with a text. Nobody has chosen anything at what reads otherwise now.
  const grown: Grown = (was, now) =>
    was !== undefined && (was === now || (state.streaming && now?.startsWith(was) === true));
  const drafts = questions.map((now) => {
    const at = before.findIndex(({ id }) => id === now.id);
    const old = before[at];
    const draft = state.drafts[at] ?? EMPTY_DRAFT;
    if (!old || !now.question.startsWith(old.question)) return EMPTY_DRAFT;
    if (grown(old.question, now.question)) return carryOver(draft, old, now, grown);
    return { ...draft, selected: [], other: false };
  });
  const shown = before[state.active];
  const several = questions.length > 1;
  // No question shown is Review, unless there was none to show.
  const found = shown ? questions.findIndex(({ id }) => id === shown.id) : before.length && questions.length;
  return { ...state, request, streaming, drafts, active: several ? Math.max(found, 0) : 0, missing: [] };
}
