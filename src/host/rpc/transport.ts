import type { Ended } from '../../core/answer/types.js';
import { createAskUserBroker } from '../broker/broker.js';
import { refusal } from '../broker/requests.js';
import type { BrokerOptions, EndOptions, Outcome } from '../broker/types.js';
import { createMemoryStore } from '../store/memory/index.js';
import type { Asker } from '../types.js';
import { bridge } from './bridge.js';
import type { RpcChannel } from './channel.js';
import type { RpcOptions, RpcPeer } from './messages.js';
import { withinReason } from './grace-period.js';

/** Options for `createRpcAsker`. */
export interface RpcAskerOptions extends RpcOptions, Pick<BrokerOptions, 'now' | 'nextId' | 'maxRequestBytes'> {}

/** A transport over a channel. Use it as the `broker` of `createAskUserTool`. */
export interface RpcAsker extends Asker, RpcPeer {
  /** The `mode` in records of its requests. */
  readonly mode: 'rpc';
  /**
   * Writes the request and resolves when it is settled. The result is `connectionLost` if the channel ends, and
   * `unavailable` if the peer cannot show the request. An invalid response is refused, and the request stays pending. A
   * repeated call with the same id and questions attaches to the pending request, as with a broker.
   *
   * @throws {AskUserError} With code `sub_agent`, `duplicate_request` or `closed`.
   */
  ask: Asker['ask'];
  /** Settles the pending requests as `aborted`, informs the peer and closes the channel. Later calls reject. */
  close(): Promise<void>;
}

/**
 * Creates a transport that writes each request as `ask_user_request` to a channel and reads the `ask_user_response`.
 *
 * @example
 * const asker = createRpcAsker(nodeChannel(child.stdout, child.stdin));
 * const tool = createAskUserTool({ tool: askUserTool, broker: asker });
 */
export function createRpcAsker(channel: RpcChannel, options: RpcAskerOptions = {}): RpcAsker {
  const { now = Date.now, nextId, maxRequestBytes, onProblem = ({ message }) => console.error(message) } = options;
  const store = createMemoryStore();
  const onError = (cause: unknown) => onProblem({ code: 'failed', message: String(cause), cause });
  const broker = createAskUserBroker({ store, now, nextId, maxRequestBytes, onError });
  let lost: string | undefined;

  async function end(requestId: string, result: Ended, { key, instanceId }: EndOptions = {}): Promise<Outcome> {
    const settlement = { result, settledAt: now(), ...(key !== undefined && { key }) };
    if (await store.settle(requestId, settlement, { instanceId })) return { ok: true };
    return refusal(await store.get(requestId), { result, key });
  }

  const lose = (requestId: string) => end(requestId, { status: 'connectionLost', reason: lost ?? '' });

  const peer = bridge({
    ...options,
    onProblem,
    broker,
    channel,
    end,
    async failed(requestId, reason, { instanceId }) {
      await end(requestId, { status: 'unavailable', reason }, { instanceId });
    },
    async ended(reason) {
      lost = reason;
      const open = await store.list();
      await Promise.all(open.map(({ request }) => lose(request.requestId)));
    },
  });

  broker.subscribe((event) => {
    if (lost !== undefined && event.type === 'awaiting_user_response') void lose(event.pending.request.requestId);
  });

  return {
    mode: 'rpc',
    // The peer is the only client, for every conversation.
    ask: (request, options) => broker.ask(request, { ...options, conversationId: options.conversationId ?? '' }),
    closed: peer.closed,
    async close() {
      await broker.close();
      await withinReason(peer.settled());
      await peer.close();
    },
  };
}
