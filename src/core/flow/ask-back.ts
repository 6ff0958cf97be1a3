// Imports only guards: with more of what the dialog loads first, Rolldown splits that file into three.
import { codePointLength, defined, isBlank } from '../guards.js';
import type { AskBackRules, AskUserState, DiscussionStart, Draft, DraftExchange, Exchange } from './types.js';

/**
 * `question` is in code points, `exchanges` for each question, `reply` in bytes of UTF-8, and so is `request`: all texts,
 * with the longest reply for each exchange that has none.
 */
export const ASK_BACK_LIMITS: AskBackRules['limits'] = {
  question: 2_000,
  exchanges: 20,
  reply: 10_000,
  request: 256_000,
};

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const size = (text: string, reply?: string): number =>
  encoded(text).length + (reply === undefined ? ASK_BACK_LIMITS.reply : encoded(reply).length);

/** Why a text cannot be sent: the question has an exchange that waits, or a limit is exceeded. */
export type AskBackRefusal = 'waiting' | 'blank' | 'too_long' | 'too_many' | 'full';

/**
 * Returns why a text cannot be sent to ask about a question.
 *
 * @param exchanges - All exchanges of the request.
 */
export function refuseText(
  questionId: string,
  text: string,
  exchanges: readonly Exchange[],
): AskBackRefusal | undefined {
  const own = exchanges.filter((one) => one.questionId === questionId);
  if (own.some(({ status }) => status === 'waiting')) return 'waiting';
  if (isBlank(text)) return 'blank';
  if (codePointLength(text) > ASK_BACK_LIMITS.question) return 'too_long';
  if (own.length >= ASK_BACK_LIMITS.exchanges) return 'too_many';
  const total = exchanges.reduce((sum, one) => sum + size(one.text, one.reply), size(text));
  return total > ASK_BACK_LIMITS.request ? 'full' : undefined;
}

/** Returns the fields of an exchange that has got this reply. */
export function toReplied(reply: string): Pick<Exchange, 'status' | 'reply' | 'isCut'> {
  const bytes = encoded(reply);
  if (bytes.length <= ASK_BACK_LIMITS.reply) return { status: 'replied', reply };
  // With `stream`, the decoder leaves out a character that is cut.
  const kept = new TextDecoder().decode(bytes.subarray(0, ASK_BACK_LIMITS.reply), { stream: true });
  return { status: 'replied', reply: kept, isCut: true };
}

/**
 * Whether what the user has typed to ask about the question at an index can be sent now, or `failed` can be sent again.
 */
function canAsk(state: AskUserState, index: number, failed?: Exchange): boolean {
  const question = state.request.questions[index];
  if (!question || question.constraints?.secret || state.phase !== 'answering') return false;
  const all = state.drafts.flatMap((draft) => draft.exchanges ?? []);
  const refusal = refuseText(question.id, state.drafts[index]?.askBack ?? '', all);
  return failed ? refusal !== 'waiting' : refusal === undefined;
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
  const changes: Partial<Exchange> = given === undefined ? { status: 'failed' } : toReplied(given);
  const ended = (one: Exchange) => (isMeant(one) ? { ...one, ...changes } : one);
  return {
    ...state,
    drafts: state.drafts.map((draft) =>
      draft.exchanges?.some(isMeant) ? { ...draft, exchanges: draft.exchanges.map(ended) } : draft,
    ),
  };
}

/** Takes over what the host knows of exchanges, such as those of another client. */
function takeOver(state: AskUserState, known: readonly Exchange[]): AskUserState {
  const drafts = state.drafts.map((draft, at) => {
    const { id, constraints } = state.request.questions[at] ?? {};
    const own = constraints?.secret ? [] : known.filter(({ questionId }) => questionId === id);
    const before = draft.exchanges ?? [];
    const isNew = (one: Exchange) => {
      const there = before.find(({ key }) => key === one.key);
      return there?.status !== one.status || there.reply !== one.reply || there.isCut !== one.isCut;
    };
    if (!own.some(isNew)) return draft;
    const others = before.filter(({ key }) => !own.some((one) => one.key === key));
    const isOwn = ({ key }: Exchange) => before.some((one) => one.key === key && !one.isElsewhere);
    const taken = own.map((one): DraftExchange => (isOwn(one) ? one : { ...one, isElsewhere: true }));
    return { ...draft, exchanges: [...taken, ...others] };
  });
  return drafts.every((draft, at) => draft === state.drafts[at]) ? state : { ...state, drafts };
}

/** Takes what is typed to ask the agent, and not sent, as the message of a discussion, unless there is one. */
function discuss(state: AskUserState, { reason, about }: DiscussionStart): DiscussionStart {
  const { drafts, message, request } = state;
  const unsent = drafts.flatMap(({ askBack = '' }, at) => (isBlank(askBack) ? [] : { at, askBack }));
  const [first, second] = unsent;
  const text = unsent.map(({ askBack }) => askBack).join('\n\n');
  const isWritten = reason !== undefined || !(isBlank(message) || message === text);
  if (!first || isWritten) return { reason, about };
  const one = second || drafts.length === 1 ? undefined : request.questions[first.at]?.id;
  return { reason: text, about: about ?? one };
}

/** Pure. Separate from the reducer, because only a host that replies needs them. */
export const askBackRules: AskBackRules = {
  limits: ASK_BACK_LIMITS,
  canAsk,
  discuss,
  reduce(state, action) {
    if (action.type === 'askBack') return begin(state, action.questionId, action.key);
    if (action.type === 'exchanges') return takeOver(state, action.exchanges);
    return end(state, action.key, action.type === 'askBackReplied' ? action.reply : undefined);
  },
};
