import { defined, isBlank, isRequest, isText } from '../guards.js';
import type { AskUserResult, UnansweredResult } from '../answer/types.js';
import { toAnswer } from '../answer/build-answers.js';
import { UNANSWERED, withAnyNotes } from '../answer/constraints.js';
import type { Question } from '../question/types.js';
import { FINAL_CODES } from './final-codes.js';
import { isDiscussion } from './is-discussion.js';
import {
  collect,
  isSelected,
  answerOf,
  canSkip,
  isAnswered,
  missingForPartial,
  missingQuestions,
  mustConfirmDiscard,
  answerIssueAt,
  getAnswerIssue,
  questionIndex,
  allowsOther,
  takeable,
  takenQuestions,
  toConfirm,
  toReplies,
} from './selectors.js';
import { fitSelection, growRequest, withOptions } from './state.js';
import type { AskUserAction, AskUserState, DeliveryError, Draft, OptionRef } from './types.js';

/** Changed fields. Those that are `undefined` are removed. */
type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Changes the state. Removes its error and its result, unless `changes` contains them. */
const cleared = (state: AskUserState, changes: Changes<AskUserState>): AskUserState =>
  defined<AskUserState>({ ...state, error: undefined, result: undefined, ...changes });

/** Changes a draft, which removes `recommended`. Returns the same state object if the draft stays the same. */
function edit(
  state: AskUserState,
  questionId: string,
  change: (draft: Draft, question: Question) => Changes<Draft> | undefined,
): AskUserState {
  const at = questionIndex(state, questionId);
  const question = state.request.questions[at];
  const draft = state.drafts[at];
  if (state.phase !== 'answering' || !question || !draft) return state;
  const changes = change(draft, question) ?? {};
  const isSame = ([name, value]: [string, unknown]) =>
    value === draft[name as keyof Draft] || (name === 'selected' && String(value) === String(draft.selected));
  if (Object.entries(changes).every(isSame)) return state;
  const next = defined<Draft>({ ...draft, ...(draft.recommended && { recommended: undefined }), ...changes });
  const isConfirmed = (['custom', 'other', 'skipped', 'askBack'] as const).every((name) => next[name] === draft[name]);
  const isFixed = state.missing.includes(at) && !getAnswerIssue(question, next);
  return {
    ...state,
    drafts: state.drafts.with(at, next),
    missing: isFixed ? state.missing.filter((index) => index !== at) : state.missing,
    longAnswerConfirmed: state.longAnswerConfirmed && isConfirmed,
  };
}

function markInvalid(state: AskUserState, at: number): AskUserState {
  const flag = state.phase === 'answering' && !state.missing.includes(at) && answerIssueAt(state, at);
  return flag ? { ...state, missing: [...state.missing, at].sort((a, b) => a - b) } : state;
}

const choose = (state: AskUserState, questionId: string, option: OptionRef, toggle: boolean): AskUserState =>
  edit(state, questionId, (draft, question) => {
    const { options, multiSelect } = question;
    const other = option === 'other';
    const on = isSelected(draft, option);
    const exists = other ? allowsOther(question) : Number.isInteger(option) && options[option];
    if (!exists || (on && !(toggle && multiSelect))) return undefined;
    const base = multiSelect ? draft : { selected: [], other: false };
    const rest = base.selected.filter((index) => index !== option);
    const selected = other || on ? rest : [...rest, option].sort((a, b) => a - b);
    return { selected, other: other ? !on : base.other, skipped: false };
  });

const setCustom = (state: AskUserState, questionId: string, custom: string): AskUserState =>
  edit(state, questionId, (draft, question) => {
    if (custom === draft.custom || !takesText(question)) return undefined;
    const typed = !isBlank(custom);
    const picks = question.options.length > 0 && typed && !draft.other;
    const selected = picks && !question.multiSelect ? [] : draft.selected;
    return { custom, selected, other: draft.other || picks, skipped: draft.skipped && !typed };
  });

const takesText = (question: Question): boolean => question.options.length === 0 || allowsOther(question);

/** Throws for another value, so that the action has no effect. */
function asText(value: string): string {
  if (isText(value)) return value;
  throw TypeError();
}

/** Sets a whole draft, without what its question does not have or does not allow. */
const restoreDraft = (state: AskUserState, saved: Draft & { readonly questionId: string }): AskUserState =>
  edit(state, saved.questionId, (draft, question) => {
    const skipped = saved.skipped && canSkip(question, state.options);
    const picks = question.options.flatMap((_, index) => (saved.selected.includes(index) && !skipped ? index : []));
    return {
      ...fitSelection(question, picks, saved.other && !skipped),
      custom: takesText(question) ? asText(saved.custom) : draft.custom,
      notes: asText(saved.notes),
      skipped,
      recommended: saved.recommended,
      askBack: saved.askBack || undefined,
      exchanges: saved.exchanges ?? draft.exchanges,
    };
  });

const fill = (state: AskUserState, index: number, changes: Partial<Draft>): AskUserState =>
  edit(state, state.request.questions[index]!.id, () => changes);

const setMessage = (state: AskUserState, message = state.message): AskUserState =>
  asText(message) !== state.message && state.options.allow.discuss && state.phase !== 'submitting'
    ? { ...state, message }
    : state;

function goTo(state: AskUserState, to: number | undefined): AskUserState {
  const questions = state.request.questions.length;
  const valid = Number.isInteger(to) && to! >= 0 && to! <= (questions > 1 ? questions : 0);
  if (state.phase !== 'answering' || !valid || to === state.active) return state;
  // Mark an invalid answer, because it looks done. A question without an answer can still be answered later.
  const wrong = (answerIssueAt(state, state.active) ?? UNANSWERED).code !== 'unanswered';
  return { ...(wrong ? markInvalid(state, state.active) : state), active: to! };
}

function submit(before: AskUserState, asked?: boolean): AskUserState {
  if (before.phase !== 'answering' || before.streaming || before.drafts.length === 0) return before;
  const partial = (asked && missingForPartial(before) > 0) || undefined;
  const state = before.partial === partial ? before : defined<AskUserState>({ ...before, partial });
  const missing = partial ? [] : missingQuestions(state);
  const [first] = missing;
  if (first !== undefined) {
    const known = !state.error && state.active === first && String(missing) === String(state.missing);
    return known ? state : cleared(state, { missing, active: first });
  }
  if (!state.longAnswerConfirmed && toConfirm(state).length > 0)
    return cleared(state, { phase: 'confirmingLongAnswer' });
  // Every question has a reply: missing answers were refused above, or are sent as skipped.
  const answers = toReplies(state, partial).map((reply, i) => toAnswer(state.request.questions[i]!, reply));
  return cleared(state, { phase: 'submitting', result: { status: 'answered', answers } });
}

/** @param about - ID of the question to discuss. */
const discussion = (state: AskUserState, about: string | undefined): UnansweredResult =>
  defined<UnansweredResult>({
    status: 'declined',
    reason: isBlank(state.message) ? undefined : state.message,
    discuss: true,
    answers: collect(state, (question, draft) =>
      isAnswered(withAnyNotes(question), draft) ? (answerOf(question, draft) ?? []) : [],
    ),
    about: state.request.questions.find(({ id }) => id === about)?.id,
  });

function leaveUnanswered(state: AskUserState, result: UnansweredResult): AskUserState {
  if (state.phase !== 'answering' && state.phase !== 'confirmingLongAnswer') return state;
  const discusses = isDiscussion(result);
  if (result.status === 'declined' && !state.options.allow[discusses ? 'discuss' : 'decline']) return state;
  const phase = discusses || mustConfirmDiscard(state) ? 'confirmingDiscard' : 'submitting';
  return phase === 'submitting' ? cleared(state, { phase, result }) : { ...state, phase, result };
}

function confirm(state: AskUserState): AskUserState {
  if (state.phase === 'confirmingDiscard') {
    const result = isDiscussion(state.result) ? discussion(state, state.result.about) : state.result;
    return cleared(state, { phase: 'submitting', result });
  }
  if (state.phase !== 'confirmingLongAnswer') return state;
  return submit({ ...state, phase: 'answering', longAnswerConfirmed: true }, state.partial);
}

/** Repeats a cancel or decline that was not delivered. The message of a discussion needs no second confirmation. */
function repeatUnanswered(state: AskUserState, result: UnansweredResult): AskUserState {
  const next = leaveUnanswered(state, result);
  return next !== state && isDiscussion(result) ? confirm(next) : next;
}

function dismiss(state: AskUserState): AskUserState {
  if (state.phase === 'confirmingDiscard')
    return defined<AskUserState>({ ...state, phase: 'answering', result: undefined });
  if (state.phase !== 'confirmingLongAnswer') return state;
  return { ...state, phase: 'answering', active: toConfirm(state)[0] ?? state.active };
}

function failed(state: AskUserState, { message, code, retry, cause }: Omit<DeliveryError, 'result'>): AskUserState {
  const { phase, result } = state;
  if (phase !== 'submitting' || !result) return state;
  if (code !== undefined && FINAL_CODES.includes(code)) return settle(state, { status: 'aborted', reason: code }, true);
  const error = defined<DeliveryError>({ message, code, retry: retry === false ? false : undefined, cause, result });
  return cleared(state, { phase: 'answering', error });
}

const settle = (state: AskUserState, result: AskUserResult, settledExternally?: true): AskUserState =>
  cleared(state, { phase: 'settled', result, settledExternally });

type Entered = Pick<AskUserResult, 'status'> & { readonly answers?: unknown; readonly reason?: unknown };

/**
 * Whether an external result equals the one that is being delivered, or whose delivery failed. Compares the status and
 * the answers. Compares the reason only if there are answers, because other reasons can be the host's.
 */
function isEcho({ phase, result, error }: AskUserState, now: AskUserResult): boolean {
  const own: AskUserResult | undefined = phase === 'submitting' ? result : error?.result;
  const entered = ({ answers, reason }: Entered) => JSON.stringify(answers && [answers, reason]);
  return own?.status === asText(now.status) && entered(own) === entered(now);
}

function reduce(state: AskUserState, action: AskUserAction): AskUserState {
  if (state.phase === 'settled') return state;
  switch (action.type) {
    case 'selectOption':
    case 'toggleOption':
      return choose(state, action.questionId, action.option, action.type === 'toggleOption');
    case 'selectOptions':
      return edit(state, action.questionId, (draft, { multiSelect, options }) => {
        const added = (index: number) => multiSelect && action.options.includes(index);
        const selected = [...options.keys()].filter((index) => added(index) || draft.selected.includes(index));
        return { selected, skipped: draft.skipped && selected.length === 0 };
      });
    case 'clearAnswer':
      return edit(state, action.questionId, () => ({ selected: [], other: false, skipped: false }));
    case 'setCustom':
      return setCustom(state, action.questionId, asText(action.text));
    case 'setNotes':
      return edit(state, action.questionId, () => ({ notes: asText(action.text) }));
    case 'setAskBack':
      return edit(state, action.questionId, ({ recommended }) => ({
        askBack: asText(action.text) || undefined,
        recommended,
      }));
    case 'askBack':
    case 'askBackReplied':
    case 'askBackFailed':
    case 'exchanges':
      return state.options.askBack?.reduce(state, action) ?? state;
    case 'setMessage':
      return setMessage(state, action.text);
    case 'skip':
      return edit(state, action.questionId, (_, question) =>
        canSkip(question, state.options) ? { selected: [], other: false, skipped: true } : undefined,
      );
    case 'takeRecommended':
      return takeable(state).reduce(
        (now, { index, option }) => fill(now, index, { selected: [option], recommended: true }),
        state,
      );
    case 'undoRecommended':
      return takenQuestions(state).reduce((now, index) => fill(now, index, { selected: [] }), state);
    case 'validateQuestion':
      return markInvalid(state, questionIndex(state, action.questionId));
    case 'restore':
      return goTo(action.drafts.reduce(restoreDraft, setMessage(state, action.message)), action.active);
    case 'goTo':
      return goTo(state, action.to);
    case 'submit':
      return submit(state, action.partial);
    case 'retry':
      if (!state.error || state.error.retry === false) return state;
      // The user may have entered more since a failed cancel or decline, so it can need a confirmation now.
      return state.error.result.status === 'answered'
        ? submit(state, state.partial)
        : repeatUnanswered(state, state.error.result);
    case 'cancel':
      return leaveUnanswered(state, defined<UnansweredResult>({ status: 'cancelled', reason: action.reason }));
    case 'decline':
      if (action.discuss === true) {
        const { reason, about } = state.options.askBack?.discuss(state, action) ?? action;
        const said = setMessage(state, reason);
        const asked = leaveUnanswered(said, discussion(said, about));
        return asked.phase === state.phase ? state : asked;
      }
      return leaveUnanswered(state, defined<UnansweredResult>({ status: 'declined', reason: action.reason }));
    case 'confirm':
      return confirm(state);
    case 'dismiss':
      return dismiss(state);
    case 'delivered':
      return state.phase === 'submitting' && state.result ? settle(state, state.result) : state;
    case 'deliveryFailed':
      return failed(state, action);
    case 'settle':
      return settle(state, action.result, !isEcho(state, action.result) || undefined);
    case 'setRequest':
      // Answers that are being sent belong to the questions as they were.
      return state.result?.status === 'answered' || !isRequest(action.request)
        ? state
        : growRequest(state, action.request, action.streaming);
    case 'setOptions':
      return withOptions(state, action.options);
    default:
      action satisfies never;
      return state;
  }
}

/**
 * The reducer of the flow. Pure. Returns the same state object if an action has no effect, or if JSON from elsewhere is
 * not an action. The phase `settled` absorbs every action.
 */
export function askUserReducer(state: AskUserState, action: AskUserAction): AskUserState {
  try {
    return reduce(state, action);
  } catch {
    return state;
  }
}
