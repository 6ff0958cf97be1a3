import { isBlank, isRecord } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { longAnswers, takesOther } from './selectors.js';
import type { AskUserState, Draft, FlowOptions, FlowOptionsInput } from './types.js';

export const EMPTY_DRAFT: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };

const DEFAULTS: FlowOptions = {
  softLimit: 2000,
  confirmCancel: 'auto',
  allowSkip: false,
  allowDecline: false,
  allowPartial: false,
  allowDiscuss: false,
};

/** A field that is missing, or has another type than its default, is the default. */
function readOptions(input: FlowOptionsInput): FlowOptions {
  const read = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const given: unknown = input[name as keyof FlowOptions];
    return [name, typeof given === typeof fallback ? given : fallback];
  });
  return { ...DEFAULTS, ...Object.fromEntries(read) };
}

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
  message: '',
  longConfirmed: false,
  options: readOptions(options),
});

/** With the options that the host gives now; the same state object if they are equal, or if they are no options at all. */
export function withOptions(state: AskUserState, input: FlowOptionsInput): AskUserState {
  if (!isRecord(input)) return state;
  const options = readOptions(input);
  const names = Object.keys(options) as (keyof FlowOptions)[];
  return names.every((name) => Object.is(options[name], state.options[name])) ? state : { ...state, options };
}

/** The draft of a question that is still the same; nothing entered is lost, nothing is chosen that was not. */
function carryOver(draft: Draft, { options: before }: Question, now: Question): Draft {
  const { options, multiSelect } = now;
  // Nobody has chosen an option that reads otherwise now.
  const kept = draft.selected.filter((index) => JSON.stringify(before[index]) === JSON.stringify(options[index]));
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

/** The same request, further written or reworded: what was entered stays with its question. */
export function growRequest(state: AskUserState, request: AskUserRequest, streaming: boolean): AskUserState {
  if (request === state.request && streaming === state.streaming) return state;
  const { questions: before } = state.request;
  const { questions } = request;
  const stays = (old: Question, now: Question) => old.id === now.id && now.question.startsWith(old.question);
  // Which question each one was before; none was two. Ids that we assigned go by position: a text that has moved on is where
  // it is now.
  const from = questions.map(() => -1);
  const hasSameText = (old: Question, now: Question) => old.question === now.question;
  const hasSameId = (old: Question, now: Question) => old.id === now.id;
  for (const isSame of [stays, hasSameText, hasSameId])
    questions.forEach((now, i) => {
      if (from[i]! < 0) from[i] = before.findIndex((old, at) => !from.includes(at) && isSame(old, now));
    });
  const drafts = questions.map((now, i) => {
    const old = before[from[i]!];
    const draft = state.drafts[from[i]!];
    if (!old || !draft) return EMPTY_DRAFT;
    // Only a model that is still writing goes on with a text; else it is another question, which nobody has answered.
    const same = stays(old, now) && (state.streaming || old.question === now.question);
    return same ? carryOver(draft, old, now) : { ...draft, selected: [], other: false, skipped: false };
  });
  const several = questions.length > 1;
  // No question shown is Review, unless there was none to show.
  const found = before[state.active] ? from.indexOf(state.active) : before.length && questions.length;
  const next = { ...state, request, streaming, drafts, active: several ? Math.max(found, 0) : 0, missing: [] };
  const moot = state.phase === 'confirmingLongAnswer' && longAnswers(next).length === 0;
  return moot ? { ...next, phase: 'answering' } : next;
}
