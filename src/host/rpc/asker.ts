import type { Ended } from '../../core/answer/types.js';
import { createAskUserBroker } from '../broker/broker.js';
import { refusal } from '../broker/requests.js';
import type { BrokerOptions, EndOptions, Outcome } from '../broker/types.js';
import { createMemoryStore } from '../store/memory.js';
import type { Asker } from '../types.js';
import { bridge } from './bridge.js';
import type { RpcChannel } from './channel.js';
import type { RpcOptions, RpcPeer } from './messages.js';
import { withinReason } from './patience.js';

/** What an asker over a channel is made of. */
export interface RpcAskerOptions extends RpcOptions, Pick<BrokerOptions, 'now' | 'nextId' | 'maxRequestBytes'> {}

/** Asks over a channel. Use it as the `broker` of `createAskUserTool`. */
export interface RpcAsker extends Asker, RpcPeer {
  /** What the records of its requests say. */
  readonly mode: 'rpc';
  /**
   * Writes the request, and waits until the peer has answered or the request has ended otherwise: `connectionLost` where the
   * peer goes away, or had gone; `unavailable` where it can't show the question. A response that does not fit is refused, and
   * the request stays pending. Ids are those of a broker: asked again, the same question attaches to what is there.
   *
   * @throws AskUserError `sub_agent`, `duplicate_request`, `closed`
   */
  ask: Asker['ask'];
  /** Ends what is pending as `aborted`, tells the peer so, and lets go of the channel. Afterwards nothing can be asked. */
  close(): Promise<void>;
}

/**
 * The side that asks: puts each request to the peer at the other end of a channel, as `ask_user_request`, and takes its
 * `ask_user_response`.
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
    // The peer is the one client, whatever the conversation.
    ask: (request, options) => broker.ask(request, { ...options, conversationId: options.conversationId ?? '' }),
    closed: peer.closed,
    async close() {
      await broker.close();
      await withinReason(peer.settled());
      await peer.close();
    },
  };
}
