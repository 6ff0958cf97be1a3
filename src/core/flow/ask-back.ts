// Imports only guards: with more of what the dialog loads first, Rolldown splits that file into three.
import { codePointLength, defined, isBlank } from '../guards.js';
import type { AskBackRules, AskUserState, Draft, Exchange } from './types.js';

/**
 * `question` is in code points, `exchanges` for each question, `reply` in UTF-16 code units, and so is `request`: all
 * texts, with the longest reply for each exchange that has none.
 */
export const ASK_BACK_LIMITS: AskBackRules['limits'] = {
  question: 2_000,
  exchanges: 20,
  reply: 10_000,
  request: 256_000,
};

const size = (text: string, reply?: string): number => text.length + (reply?.length ?? ASK_BACK_LIMITS.reply);

/**
 * Whether what the user has typed to ask about the question at an index can be sent now, or `failed` can be sent again.
 */
function canAsk(state: AskUserState, index: number, failed?: Exchange): boolean {
  const question = state.request.questions[index];
  const { exchanges = [], askBack: text = '' } = state.drafts[index] ?? {};
  const total = () =>
    state.drafts
      .flatMap((draft) => draft.exchanges ?? [])
      .reduce((sum, one) => sum + size(one.text, one.reply), size(text));
  return (
    state.phase === 'answering' &&
    question !== undefined &&
    !question.constraints?.secret &&
    exchanges.every(({ status }) => status !== 'waiting') &&
    (failed !== undefined ||
      (!isBlank(text) &&
        codePointLength(text) <= ASK_BACK_LIMITS.question &&
        exchanges.length < ASK_BACK_LIMITS.exchanges &&
        total() <= ASK_BACK_LIMITS.request))
  );
}

/** Begins an exchange, or begins a failed one again. */
function begin(state: AskUserState, questionId: string, key: string): AskUserState {
  const at = state.request.questions.findIndex(({ id }) => id === questionId);
  const draft = state.drafts[at];
  const { askBack: typed = '', exchanges = [] } = draft ?? {};
  const known = exchanges.find((one) => one.key === key);
  if (!draft || (known && known.status !== 'failed') || !canAsk(state, at, known)) return state;
  const exchange: Exchange = { key, questionId, text: known?.text ?? typed, status: 'waiting' };
  const next = defined<Draft>({
    ...draft,
    askBack: (known && typed) || undefined,
    exchanges: [...exchanges.filter((one) => one !== known), exchange],
  });
  return { ...state, drafts: state.drafts.with(at, next) };
}

/** Ends the exchange that waits under this key: with its reply, or without one as failed. */
function end(state: AskUserState, key: string, given?: string): AskUserState {
  const isMeant = (one: Exchange) => one.key === key && one.status === 'waiting';
  if (!state.drafts.some(({ exchanges }) => exchanges?.some(isMeant))) return state;
  const reply = given?.slice(0, ASK_BACK_LIMITS.reply);
  const changes: Partial<Exchange> =
    reply === undefined ? { status: 'failed' } : { status: 'replied', reply, ...(reply !== given && { isCut: true }) };
  const ended = (one: Exchange) => (isMeant(one) ? { ...one, ...changes } : one);
  return {
    ...state,
    drafts: state.drafts.map((draft) =>
      draft.exchanges?.some(isMeant) ? { ...draft, exchanges: draft.exchanges.map(ended) } : draft,
    ),
  };
}

/** Pure. Separate from the reducer, because only a host that replies needs them. */
export const askBackRules: AskBackRules = {
  limits: ASK_BACK_LIMITS,
  canAsk,
  reduce(state, action) {
    if (action.type === 'askBack') return begin(state, action.questionId, action.key);
    return end(state, action.key, action.type === 'askBackReplied' ? action.reply : undefined);
  },
};
