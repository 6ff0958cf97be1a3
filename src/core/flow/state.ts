import { isBlank } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import type { AskUserState, Draft, FlowOptions } from './types.js';

const EMPTY: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };

export const FLOW_DEFAULTS: FlowOptions = {
  softLimit: 2000,
  confirmCancel: 'auto',
  allowSkip: false,
  allowDecline: false,
};

/** Nothing chosen, nothing typed: no option is ever preselected. */
export function createInitialState(
  request: AskUserRequest,
  options?: Partial<FlowOptions>,
  streaming = false,
): AskUserState {
  return {
    request,
    streaming,
    drafts: request.questions.map(() => EMPTY),
    active: 0,
    phase: 'answering',
    missing: [],
    longConfirmed: false,
    options: { ...FLOW_DEFAULTS, ...options },
  };
}

/** The draft of a question that has grown; nothing entered is lost, nothing is chosen that was not. */
function carryOver(draft: Draft, before: Question, now: Question): Draft {
  const kept = draft.selected.filter((index) => {
    const label = before.options[index]?.label;
    return label !== undefined && now.options[index]?.label.startsWith(label);
  });
  const wasText = before.options.length === 0;
  const isText = now.options.length === 0;
  const other = !isText && (draft.other || (wasText && !isBlank(draft.custom)));
  // Two picks can't become one without making the choice for the person.
  const selected = now.multiSelect || (kept.length === 1 && !other) ? kept : [];
  const same = other === draft.other && selected.length === draft.selected.length;
  return same ? draft : { ...draft, other, selected };
}

/** The same request, further written: what was entered stays with its question. */
export function growRequest(state: AskUserState, request: AskUserRequest, streaming: boolean): AskUserState {
  if (request === state.request && streaming === state.streaming) return state;
  const before = state.request.questions;
  const positions = new Map(before.map((question, index) => [question.id, index]));
  const drafts = request.questions.map((now) => {
    const at = positions.get(now.id) ?? -1;
    const old = before[at];
    return old && now.question.startsWith(old.question) ? carryOver(state.drafts[at] ?? EMPTY, old, now) : EMPTY;
  });
  const count = request.questions.length;
  const shown = before[state.active]?.id;
  const found = shown === undefined ? count : request.questions.findIndex((question) => question.id === shown);
  return {
    ...state,
    request,
    streaming,
    drafts,
    active: count > 1 ? Math.max(found, 0) : 0,
    missing: [],
  };
}
