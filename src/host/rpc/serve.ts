import type { AskUserBroker } from '../broker/types.js';
import { bridge } from './bridge.js';
import type { RpcChannel } from './channel.js';
import type { RpcOptions, RpcPeer } from './messages.js';

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
      if (ended.status === 'declined') return broker.decline(requestId, { ...endOptions, reason });
      const message = 'Must be "cancelled" or "declined". A client cannot send another status.';
      return { ok: false, code: 'invalid', issues: [{ code: 'type', path: 'status', message }] };
    },
    failed: (requestId, message) => onError({ code: 'refused', requestId, message }),
  });
  return { closed, close };
}
