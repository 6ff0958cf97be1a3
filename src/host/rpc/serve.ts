import type { UnansweredResult, Reply } from '../../core/answer/types.js';
import type { Exchange } from '../../core/flow/types.js';
import { formatIssues, type Issue } from '../../core/question/issues.js';
import { isDiscussion } from '../../dialects/lib/discuss.js';
import { getLateResult as refusalOf } from '../broker/requests.js';
import type {
  AskBackCall,
  AskUserBroker,
  BrokerEvent,
  SettleOptions,
  SettleResult,
  PendingRequest,
} from '../broker/types.js';
import type { RequestInstance, StoredRequest } from '../store/types.js';
import { messageOf } from '../guard.js';
import type { RpcChannel } from './channel.js';
import { connect, isMeant, type Incoming } from './connection.js';
import { cancelOf, fromRpcResponse, settledOf, toDecline, toRpcRequest } from './convert.js';
import type { RpcAskBackReply, RpcCancel, RpcError, RpcOptions, RpcPeer } from './messages.js';

export interface BridgeOptions extends RpcOptions {
  broker: AskUserBroker;
  channel: RpcChannel;
  conversationIds?: readonly string[] | undefined;
  user?: string | undefined;
  /** Settles a request with the peer's unanswered result. */
  end: (requestId: string, ended: UnansweredResult, options: SettleOptions) => Promise<SettleResult>;
  /** Called if a request cannot be written, or if the peer refuses it. */
  failed: (requestId: string, reason: string, options: Pick<SettleOptions, 'instanceId'>) => void | Promise<void>;
  ended?: (reason: string) => void | Promise<void>;
}

export interface Bridge extends RpcPeer {
  /** Resolves when all events so far are queued for the peer. */
  settled(): Promise<void>;
}

const REFUSED: Readonly<Record<Exclude<RpcError['code'], 'unavailable'>, string>> = {
  unknown: 'There is no such request, or it was evicted. Nothing has changed.',
  already_resolved: 'The request was settled before. Nothing has changed.',
  orphaned: 'The request is orphaned. Nothing has changed.',
  invalid:
    'The response does not match the questions. The request is still pending. Correct the response and send it again.',
};

interface Shown {
  readonly instanceId: string;
  isOpen: boolean;
}

const toReply = (
  { requestId, instanceId }: { readonly requestId: string; readonly instanceId: string },
  { key, reply }: Pick<Exchange, 'key' | 'reply'>,
  reason = 'There is no reply.',
): RpcAskBackReply => ({
  type: 'ask_user_ask_back_reply',
  requestId,
  instanceId,
  key,
  ...(reply === undefined ? { reason } : { reply }),
});

/** Maps issue paths of replies to the `answers` that the peer sent. */
const inAnswers = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path.replace(/^replies((?:\[\d+\])?).*/, 'answers$1') }));

/** Connects a peer to a broker as a client: sends it the requests, and passes its responses to the broker. */
export function bridge(options: BridgeOptions): Bridge {
  const { broker, channel, conversationIds, user, end, failed } = options;
  const shown = new Map<string, Shown>();
  /** Settled instances whose event is still queued. A snapshot must not send them as pending. */
  const ending = new Set<string>();
  /** Idempotency keys of the responses in flight, by request id. */
  const ownSettlements = new Map<string, string>();
  /** Keys of the exchanges whose replies the peer waits for, by instance id. */
  const asking = new Map<string, Set<string>>();
  let sending = Promise.resolve();

  const connection = connect(channel, {
    ...options,
    receive,
    ended: (reason) => {
      unsubscribe();
      return options.ended?.(reason);
    },
  });

  async function show(pending: PendingRequest, isFree = false): Promise<void> {
    const { instanceId } = pending;
    const { requestId } = pending.request;
    const there = shown.get(requestId);
    if (there?.instanceId === instanceId || ending.has(instanceId)) return;
    // The store has evicted the previous instance.
    if (there) withdraw(cancelOf(requestId, there.instanceId, 'superseded'));
    const now: Shown = { instanceId, isOpen: true };
    shown.set(requestId, now);
    try {
      void connection.send(toRpcRequest(pending), isFree);
    } catch (error) {
      now.isOpen = false;
      await failed(requestId, `The question cannot be written: ${messageOf(error)}`, { instanceId });
    }
  }

  function withdraw(cancel: RpcCancel): void {
    const there = shown.get(cancel.requestId);
    if (!there || there.instanceId !== cancel.instanceId) return;
    shown.delete(cancel.requestId);
    if (there.isOpen) void connection.send(cancel);
  }

  async function snapshot(): Promise<void> {
    for (const pending of await broker.pending(conversationIds)) {
      if (pending.state === 'awaiting_user_response') await show(pending, true);
    }
  }

  function onBrokerEvent(event: BrokerEvent): () => void | Promise<void> {
    if (event.type === 'asked_back') return () => reply(event.request, event.exchanges);
    if (!('settlement' in event)) {
      const { request: pending } = event;
      if (pending.state !== 'orphaned') return () => show(pending);
      return () => withdraw(cancelOf(pending.request.requestId, pending.instanceId, 'orphaned'));
    }
    const { request: asked, settlement } = event;
    const { request, instanceId } = asked;
    const { requestId } = request;
    ending.add(instanceId);
    asking.delete(instanceId);
    // The peer does not need to be informed of a settlement by its response.
    const isOwn =
      settlement.idempotencyKey !== undefined &&
      ownSettlements.get(requestId) === settlement.idempotencyKey &&
      settlement.by === user;
    const there = shown.get(requestId);
    if (isOwn && there?.instanceId === instanceId) there.isOpen = false;
    const cancel = settledOf(asked, settlement);
    return () => {
      ending.delete(instanceId);
      withdraw(cancel);
    };
  }

  const failure = (cause: unknown) =>
    connection.problem({ code: 'failed', message: `A request could not be sent: ${messageOf(cause)}`, cause });

  const subscribed = { ...(conversationIds && { conversationId: conversationIds }), attended: true };
  const unsubscribe = broker.subscribe((event) => {
    const tell = onBrokerEvent(event);
    sending = sending.then(tell).catch(failure);
  }, subscribed);
  sending = sending.then(snapshot).catch(failure);

  const refuse = (requestId: string | undefined, code: RpcError['code'], message: string, issues?: readonly Issue[]) =>
    connection.send({
      type: 'ask_user_error',
      ...(requestId !== undefined && { requestId }),
      code,
      message,
      ...(issues && { issues }),
    });

  async function visible(requestId: string): Promise<StoredRequest | undefined> {
    const stored = await broker.get(requestId);
    return !stored || !conversationIds || conversationIds.includes(stored.conversationId) ? stored : undefined;
  }

  async function respond(requestId: string, message: Incoming, key: string): Promise<SettleResult> {
    const stored = await visible(requestId);
    const { instanceId } = stored ?? {};
    if (!stored || !isMeant(message, instanceId)) return { ok: false, code: 'unknown' };
    const read = fromRpcResponse(stored.request, message);
    const ended = read.ok && 'ended' in read.value ? read.value.ended : undefined;
    // The request is settled. If the response has replies, `broker.answer` compares them with the settlement.
    if (stored.settlement && (!read.ok || ended))
      return refusalOf(stored, { result: ended, idempotencyKey: key, by: user });
    if (!read.ok) {
      if (stored.state === 'orphaned') return { ok: false, code: 'orphaned' };
      return { ok: false, code: 'invalid', issues: read.issues };
    }
    if ('ended' in read.value) return end(requestId, read.value.ended, { by: user, idempotencyKey: key, instanceId });
    const { replies, from } = read.value;
    const outcome = await broker.answer(requestId, replies as readonly Reply[], {
      by: user,
      idempotencyKey: key,
      instanceId,
    });
    if (outcome.ok || outcome.code !== 'invalid' || from === 'replies') return outcome;
    return { ...outcome, issues: inAnswers(outcome.issues) };
  }

  /** Sends the replies that the peer waits for. */
  function reply({ request, instanceId }: RequestInstance, exchanges: readonly Exchange[]): void {
    const { requestId } = request;
    for (const exchange of exchanges) {
      if (exchange.status === 'waiting' || !asking.get(instanceId)?.delete(exchange.key)) continue;
      void connection.send(toReply({ requestId, instanceId }, exchange));
    }
  }

  async function askBack(message: Incoming): Promise<void> {
    const { requestId, questionId, text, key } = message;
    const isWhole = [requestId, questionId, text, key].every((one) => typeof one === 'string' && one !== '');
    if (!isWhole)
      return refuse(
        typeof requestId === 'string' ? requestId : undefined,
        'invalid',
        'The question to the agent needs a `requestId`, a `questionId`, a `text` and a `key`. Nothing has changed.',
      );
    const call = { questionId, text, key, by: user } as AskBackCall;
    const stored = await visible(requestId as string);
    if (!stored || !isMeant(message, stored.instanceId)) return refuse(requestId as string, 'unknown', REFUSED.unknown);
    const { instanceId } = stored;
    const about = { requestId: requestId as string, instanceId };
    const keys = asking.get(instanceId) ?? new Set();
    asking.set(instanceId, keys.add(call.key));
    const outcome = await broker.askBack(about.requestId, { ...call, instanceId });
    // What was asked before can have its reply already.
    if (outcome.ok) return reply(stored, await broker.exchanges(about.requestId, call.questionId));
    keys.delete(call.key);
    const reason = outcome.code === 'invalid' ? formatIssues(outcome.issues) : `It was refused: ${outcome.code}.`;
    return connection.send(toReply(about, call, reason));
  }

  async function response(message: Incoming): Promise<void> {
    const { requestId, key } = message;
    if (typeof requestId !== 'string') {
      const issues = [{ code: 'missing', path: 'requestId', message: 'Must be the id of the request.' }];
      return refuse(undefined, 'invalid', 'The response has no `requestId`. Nothing has changed.', issues);
    }
    const name = typeof key === 'string' && key !== '' ? key : crypto.randomUUID();
    ownSettlements.set(requestId, name);
    try {
      const outcome = await respond(requestId, message, name);
      if (outcome.ok) return undefined;
      const { code } = outcome;
      return await refuse(requestId, code, REFUSED[code], code === 'invalid' ? outcome.issues : undefined);
    } catch (cause) {
      connection.problem({
        code: 'failed',
        message: `A response could not be stored: ${messageOf(cause)}`,
        requestId,
        cause,
      });
      return await refuse(requestId, 'unavailable', 'The response could not be stored. Send it again later.');
    } finally {
      ownSettlements.delete(requestId);
    }
  }

  async function refusal(refused: Incoming): Promise<void> {
    const { requestId, code, message, issues } = refused;
    const list = Array.isArray(issues) ? (issues as readonly Issue[]) : [];
    const why = typeof message === 'string' ? message : `The peer refused: ${String(code)}.`;
    const reason = list.length > 0 ? `${why}\n${formatIssues(list)}` : why;
    const there = typeof requestId === 'string' ? shown.get(requestId) : undefined;
    if (typeof requestId !== 'string' || !there?.isOpen || !isMeant(refused, there.instanceId))
      return connection.problem({ code: 'refused', message: reason });
    there.isOpen = false;
    return failed(requestId, reason, there);
  }

  function receive(message: Incoming): void | Promise<void> {
    if (message['type'] === 'ask_user_response') return response(message);
    if (message['type'] === 'ask_user_ask_back') return askBack(message);
    if (message['type'] === 'ask_user_error') return refusal(message);
    return options.onMessage?.(message);
  }

  return {
    closed: connection.closed,
    async settled() {
      for (let last; last !== sending;) await (last = sending);
    },
    async close() {
      unsubscribe();
      await connection.close();
    },
  };
}

/** Options for `serveRpc`. */
export interface ServeRpcOptions extends RpcOptions {
  /** Conversation, or conversations, that the peer may see and answer. Defaults to all. */
  readonly conversationId?: string | readonly string[] | undefined;
  /** Name of the peer's user, shown to the other clients. */
  readonly user?: string | undefined;
}

/**
 * Connects the peer of a channel to a broker as a client. The peer receives the requests that can be answered. If a
 * request is settled elsewhere or becomes orphaned, the peer receives `ask_user_cancel`.
 *
 * @example
 * server.on('connection', (socket) => serveRpc(broker, nodeChannel(socket), { conversationId: 'c1' }));
 */
export function serveRpc(broker: AskUserBroker, channel: RpcChannel, options: ServeRpcOptions = {}): RpcPeer {
  const { conversationId, user, onError = ({ message }) => console.error(message) } = options;
  const { closed, close } = bridge({
    ...options,
    onError,
    broker,
    channel,
    conversationIds: typeof conversationId === 'string' ? [conversationId] : conversationId,
    user,
    async end(requestId, ended, endOptions) {
      const reason = 'reason' in ended ? ended.reason : undefined;
      if (ended.status === 'cancelled') return broker.cancel(requestId, { ...endOptions, reason });
      if (isDiscussion(ended)) return broker.decline(requestId, { ...endOptions, ...toDecline(ended) });
      if (ended.status === 'declined') return broker.decline(requestId, { ...endOptions, reason });
      const message = 'Must be "cancelled" or "declined". A client cannot send another status.';
      return { ok: false, code: 'invalid', issues: [{ code: 'type', path: 'status', message }] };
    },
    failed: (requestId, message) => onError({ code: 'refused', requestId, message }),
  });
  return { closed, close };
}
