import type { UnansweredResult } from '../../core/answer/types.js';
import { createAskUserBroker } from '../broker/broker.js';
import { getLateResult } from '../broker/requests.js';
import type { BrokerOptions } from '../broker/options.js';
import type { SettleOptions, SettleResult } from '../broker/types.js';
import { messageOf } from '../guard.js';
import { createMemoryStore } from '../store/memory/index.js';
import { createRequests } from '../store/requests.js';
import type { AskUserTransport } from '../types.js';
import { waitBriefly, type RpcChannel } from './channel.js';
import type { RpcOptions, RpcPeer } from './messages.js';
import { bridge } from './serve.js';

/** Options for `createRpcTransport`. */
export interface RpcTransportOptions extends RpcOptions, Pick<BrokerOptions, 'now' | 'nextId' | 'maxRequestBytes'> {}

/** A transport over a channel. Use it as the `broker` of `createAskUserTool`. */
export interface RpcTransport extends AskUserTransport, RpcPeer {
  /** The `mode` in records of its requests. */
  readonly mode: 'rpc';
  /**
   * Writes the request and resolves when it is settled. The result is `connectionLost` if the channel ends, and
   * `unavailable` if the request cannot be written or the peer refuses it. An invalid response is refused, and the
   * request stays pending.
   *
   * @throws {AskUserError} With code `sub_agent`, `duplicate_request` or `closed`.
   * @throws {RangeError} If `timeoutMs` is invalid.
   * @throws {TypeError} If `signal` is invalid.
   */
  ask: AskUserTransport['ask'];
  /** Settles the pending requests as `aborted` and closes the channel. Later calls of `ask` reject. */
  close(): Promise<void>;
}

/**
 * Creates a transport that writes each request as `ask_user_request` to a channel and reads the `ask_user_response`.
 *
 * @throws {RangeError} If `maxRequestBytes` is invalid.
 * @throws {TypeError} If `now` or `nextId` is not a function.
 * @example
 * const asker = createRpcTransport(nodeChannel(child.stdout, child.stdin));
 * const tool = createAskUserTool({ transport: asker });
 */
export function createRpcTransport(channel: RpcChannel, options: RpcTransportOptions = {}): RpcTransport {
  const { now = Date.now, nextId, maxRequestBytes, onError = ({ message }) => console.error(message) } = options;
  const store = createMemoryStore();
  const onBrokerError = (cause: unknown) => onError({ code: 'failed', message: messageOf(cause), cause });
  const requests = createRequests(store, onBrokerError);
  const broker = createAskUserBroker({ store, now, nextId, maxRequestBytes, onError: onBrokerError });
  let lost: string | undefined;

  async function end(
    requestId: string,
    result: UnansweredResult,
    { idempotencyKey, instanceId }: SettleOptions = {},
  ): Promise<SettleResult> {
    const settlement = { result, settledAt: now(), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    if (await requests.settle(requestId, settlement, { instanceId })) return { ok: true };
    return getLateResult(await requests.get(requestId), { result, idempotencyKey });
  }

  const settleAsLost = (requestId: string) => end(requestId, { status: 'connectionLost', reason: lost ?? '' });

  const peer = bridge({
    ...options,
    onError,
    broker,
    channel,
    end,
    async failed(requestId, reason, { instanceId }) {
      await end(requestId, { status: 'unavailable', reason }, { instanceId });
    },
    async ended(reason) {
      lost = reason;
      const open = await requests.list();
      await Promise.all(open.map(({ request }) => settleAsLost(request.requestId)));
    },
  });

  broker.subscribe((event) => {
    if (lost !== undefined && event.type === 'awaiting_user_response')
      void settleAsLost(event.request.request.requestId);
  });

  return {
    mode: 'rpc',
    // A channel needs no conversation.
    ask: (request, options) => broker.ask(request, { ...options, conversationId: options.conversationId ?? '' }),
    closed: peer.closed,
    async close() {
      await broker.close();
      await waitBriefly(peer.settled());
      await peer.close();
    },
  };
}
