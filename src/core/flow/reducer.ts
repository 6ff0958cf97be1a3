import { isBlank } from '../guards.js';
import type { AskUserResult } from '../answer/types.js';
import type { Question } from '../question/types.js';
import { isAnswered, longAnswers, missingQuestions, mustConfirmDiscard, questionIndex, toResult } from './selectors.js';
import { growRequest } from './state.js';
import type { AskUserAction, AskUserState, DeliveryError, Draft, OptionRef } from './types.js';

/** The host says that nobody waits for this answer any more. */
const TERMINAL = ['already_resolved', 'unknown', 'orphaned'];

/** The state without what a finished attempt left behind. */
function cleared(state: AskUserState): AskUserState {
  const { error: _error, result: _result, ...rest } = state;
  return rest;
}

function edit(
  state: AskUserState,
  questionId: string,
  change: (draft: Draft, question: Question) => Partial<Draft> | undefined,
): AskUserState {
  const at = questionIndex(state, questionId);
  const question = state.request.questions[at];
  const draft = state.drafts[at];
  if (state.phase !== 'answering' || !question || !draft) return state;
  const changes = change(draft, question);
  if (!changes) return state;
  const next = { ...draft, ...changes };
  const missing = state.missing.includes(at) && (next.skipped || isAnswered(question, next));
  return {
    ...state,
    drafts: state.drafts.with(at, next),
    missing: missing ? state.missing.filter((index) => index !== at) : state.missing,
    longConfirmed: state.longConfirmed && next.custom === draft.custom,
  };
}

const choose = (state: AskUserState, questionId: string, option: OptionRef, toggle: boolean): AskUserState =>
  edit(state, questionId, (draft, question) => {
    const { options, multiSelect, constraints } = question;
    if (option === 'other') {
      if (options.length === 0 || constraints?.allowCustom === false) return undefined;
      if (!draft.other) return { other: true, skipped: false, ...(!multiSelect && { selected: [] }) };
      return toggle && multiSelect ? { other: false } : undefined;
    }
    if (!options[option]) return undefined;
    const chosen = draft.selected.includes(option);
    if (!multiSelect) return chosen ? undefined : { selected: [option], other: false, skipped: false };
    if (chosen) return toggle ? { selected: draft.selected.filter((index) => index !== option) } : undefined;
    return { selected: [...draft.selected, option].sort((a, b) => a - b), skipped: false };
  });

const setCustom = (state: AskUserState, questionId: string, text: string): AskUserState =>
  edit(state, questionId, (draft, { options, multiSelect, constraints }) => {
    if (text === draft.custom || (options.length > 0 && constraints?.allowCustom === false)) return undefined;
    const typed = !isBlank(text);
    // In a UI whose field always shows, typing chooses Other.
    const picks = typed && !draft.other && options.length > 0;
    return {
      custom: text,
      ...(typed && { skipped: false }),
      ...(picks && { other: true, ...(!multiSelect && { selected: [] }) }),
    };
  });

function submit(state: AskUserState): AskUserState {
  if (state.phase !== 'answering' || state.streaming || state.drafts.length === 0) return state;
  const missing = missingQuestions(state);
  const [first] = missing;
  if (first !== undefined) return { ...cleared(state), missing, active: first };
  if (!state.longConfirmed && longAnswers(state).length > 0) return { ...cleared(state), phase: 'confirmingLongAnswer' };
  const result = toResult(state);
  return result.status === 'answered' ? { ...cleared(state), phase: 'submitting', result } : state;
}

function end(state: AskUserState, status: 'cancelled' | 'declined', reason: string | undefined, sure = false): AskUserState {
  if (state.phase !== 'answering' && state.phase !== 'confirmingLongAnswer') return state;
  if (status === 'declined' && !state.options.allowDecline) return state;
  const result: AskUserResult = { status, ...(reason !== undefined && { reason }) };
  const phase = !sure && mustConfirmDiscard(state) ? 'confirmingDiscard' : 'submitting';
  return { ...cleared(state), phase, result };
}

function confirm(state: AskUserState): AskUserState {
  if (state.phase === 'confirmingDiscard') return { ...state, phase: 'submitting' };
  if (state.phase !== 'confirmingLongAnswer') return state;
  return submit({ ...state, phase: 'answering', longConfirmed: true });
}

function dismiss(state: AskUserState): AskUserState {
  if (state.phase === 'confirmingDiscard') return { ...cleared(state), phase: 'answering' };
  if (state.phase !== 'confirmingLongAnswer') return state;
  return { ...state, phase: 'answering', active: longAnswers(state)[0]?.index ?? state.active };
}

function failed(state: AskUserState, message: string, code: string | undefined): AskUserState {
  if (state.phase !== 'submitting') return state;
  if (code !== undefined && TERMINAL.includes(code)) return settle(state, { status: 'aborted', reason: code });
  const status = state.result?.status;
  const of: DeliveryError['of'] = status === 'cancelled' || status === 'declined' ? status : 'answered';
  return { ...cleared(state), phase: 'answering', error: { of, message } };
}

const settle = (state: AskUserState, result: AskUserResult): AskUserState => ({
  ...cleared(state),
  phase: 'settled',
  result,
});

/**
 * The whole flow: pure, total, and the same state object where an action has no effect. `settled` absorbs everything.
 */
export function askUserReducer(state: AskUserState, action: AskUserAction): AskUserState {
  if (state.phase === 'settled') return state;
  switch (action.type) {
    case 'selectOption':
      return choose(state, action.questionId, action.option, false);
    case 'toggleOption':
      return choose(state, action.questionId, action.option, true);
    case 'clearAnswer':
      return edit(state, action.questionId, ({ selected, other, skipped }) =>
        selected.length > 0 || other || skipped ? { selected: [], other: false, skipped: false } : undefined,
      );
    case 'setCustom':
      return setCustom(state, action.questionId, action.text);
    case 'setNotes':
      return edit(state, action.questionId, ({ notes }) => (notes === action.text ? undefined : { notes: action.text }));
    case 'skip':
      return edit(state, action.questionId, ({ skipped }) =>
        skipped || !state.options.allowSkip ? undefined : { selected: [], other: false, skipped: true },
      );
    case 'requireAnswer': {
      const at = questionIndex(state, action.questionId);
      const flag = state.phase === 'answering' && !state.missing.includes(at) && missingQuestions(state).includes(at);
      return flag ? { ...state, missing: [...state.missing, at].sort((a, b) => a - b) } : state;
    }
    case 'goTo': {
      const questions = state.request.questions.length;
      const valid = Number.isInteger(action.to) && action.to >= 0 && action.to <= (questions > 1 ? questions : 0);
      return state.phase === 'answering' && valid && action.to !== state.active ? { ...state, active: action.to } : state;
    }
    case 'submit':
      return submit(state);
    case 'retry':
      if (state.phase !== 'answering' || !state.error) return state;
      return state.error.of === 'answered' ? submit(state) : end(state, state.error.of, undefined, true);
    case 'cancel':
      return end(state, 'cancelled', action.reason);
    case 'decline':
      return end(state, 'declined', action.reason);
    case 'confirm':
      return confirm(state);
    case 'dismiss':
      return dismiss(state);
    case 'delivered':
      return state.phase === 'submitting' && state.result ? settle(state, state.result) : state;
    case 'deliveryFailed':
      return failed(state, action.message, action.code);
    case 'settle':
      return settle(state, action.result);
    case 'setRequest':
      return state.phase === 'submitting' ? state : growRequest(state, action.request, action.streaming);
    default:
      action satisfies never;
      return state;
  }
}
