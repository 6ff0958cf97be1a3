// What may happen to the exchanges of a request, as pure functions, as in `rules.ts`.
import { refuseText, toReplied, type AskBackRefusal } from '../../core/flow/ask-back.js';
import type { Exchange } from '../../core/flow/types.js';
import { stateOf, type Moment, type RequestData, type RequestEvent } from './rules.js';
import type { AskBackData, AskBackState, StoredExchange } from './types.js';

/** What can happen to the exchanges of a request. */
export type ExchangeEvent =
  /** A user asks, or asks again what has failed. */
  | {
      readonly type: 'askBack';
      readonly instanceId: string;
      readonly asked: Pick<Exchange, 'key' | 'questionId' | 'text' | 'by'>;
    }
  /** A broker begins to reply. */
  | { readonly type: 'takeExchange'; readonly key: string; readonly replier: string }
  /** It ends with the reply, or without one. */
  | {
      readonly type: 'endExchange';
      readonly key: string;
      readonly replier: string;
      readonly reply?: string | undefined;
    };

/** Why a question to the agent is refused. `not_offered`: nobody can reply now, or the question is secret. */
export type AskBackIssue = AskBackRefusal | 'unknown' | 'not_offered' | 'key';

/** Maximum length of the key of an exchange, in UTF-16 units. */
const MAX_KEY = 255;
const NONE: AskBackData = { revision: 0, exchanges: [] };

export const exchangesOf = ({ askBack = NONE }: RequestData): readonly StoredExchange[] => askBack.exchanges;

/** Whether an exchange waits for its reply, or has it. */
export const hasBegun = (data: RequestData, key: string): boolean =>
  exchangesOf(data).some((one) => one.key === key && one.status !== 'failed');

/** Whether a process that can reply waits for the request. */
export const isOffered = (data: RequestData, moment: Moment): boolean =>
  stateOf(data, moment) === 'awaiting_user_response' &&
  data.lease.repliers?.some((one) => moment.aliveUntil(one) > moment.now) === true;

/** Returns what every client may know: counts, and no texts. `undefined` if nobody can or could reply. */
export function askBackState(data: RequestData, moment: Moment): AskBackState | undefined {
  const { revision, exchanges } = data.askBack ?? NONE;
  if (!data.lease.repliers && exchanges.length === 0) return undefined;
  const counts: Record<string, number> = {};
  for (const { questionId } of exchanges) counts[questionId] = (counts[questionId] ?? 0) + 1;
  return { offered: isOffered(data, moment), revision, counts };
}

/** Returns an exchange as users see it: while nobody can reply, what waits has failed. */
export function toShown({ replier: _, ...exchange }: StoredExchange, offered: boolean): Exchange {
  return exchange.status === 'waiting' && !offered ? { ...exchange, status: 'failed' } : exchange;
}

/** Returns why the exchange cannot begin, or `undefined` if it can, or has begun before. */
export function refuseExchange(
  data: RequestData,
  { key, questionId, text }: Pick<Exchange, 'key' | 'questionId' | 'text'>,
  moment: Moment,
): AskBackIssue | undefined {
  const all = exchangesOf(data);
  const known = all.find((one) => one.key === key);
  if (key === '' || key.length > MAX_KEY) return 'key';
  if (known && (known.questionId !== questionId || known.text !== text)) return 'key';
  if (known && known.status !== 'failed') return undefined;
  const question = data.opened.request.questions.find(({ id }) => id === questionId);
  if (!question) return 'unknown';
  if (question.constraints?.secret || !isOffered(data, moment)) return 'not_offered';
  return refuseText(
    questionId,
    text,
    all.filter((one) => one !== known),
  );
}

/** Returns the request after the event, or `undefined` if the event has no effect or is refused. */
export function applyExchange(data: RequestData, event: ExchangeEvent, moment: Moment): RequestData | undefined {
  const all = exchangesOf(data);
  const changed = (exchanges: readonly StoredExchange[]): RequestData => ({
    ...data,
    askBack: { revision: (data.askBack?.revision ?? 0) + 1, exchanges },
  });
  if (event.type === 'askBack') {
    const { asked, instanceId } = event;
    if (data.opened.instanceId !== instanceId || hasBegun(data, asked.key)) return undefined;
    if (refuseExchange(data, asked, moment)) return undefined;
    return changed([...all.filter(({ key }) => key !== asked.key), { ...asked, status: 'waiting' }]);
  }
  if (data.settlement) return undefined;
  const { key, replier } = event;
  const waiting = all.find((one) => one.key === key && one.status === 'waiting');
  if (!waiting) return undefined;
  const replaced = (by: StoredExchange) => all.map((one) => (one === waiting ? by : one));
  if (event.type === 'takeExchange') {
    const { replier: taker = replier } = waiting;
    // A broker knows which of its own agents reply, and one that cannot reply any more has left its exchanges.
    const isTaken =
      taker !== replier && data.lease.repliers?.includes(taker) === true && moment.aliveUntil(taker) > moment.now;
    // Nothing that a user sees has changed.
    return isTaken
      ? undefined
      : { ...data, askBack: { ...data.askBack!, exchanges: replaced({ ...waiting, replier }) } };
  }
  if (waiting.replier !== replier) return undefined;
  const { replier: _, ...rest } = waiting;
  return changed(replaced({ ...rest, ...(event.reply === undefined ? { status: 'failed' } : toReplied(event.reply)) }));
}

export const isExchangeEvent = (event: RequestEvent | ExchangeEvent): event is ExchangeEvent =>
  ['askBack', 'takeExchange', 'endExchange'].includes(event.type);
