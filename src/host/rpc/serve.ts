import type { AskUserBroker } from '../broker/types.js';
import { bridge } from './bridge.js';
import type { RpcChannel } from './channel.js';
import type { RpcOptions, RpcPeer } from './messages.js';

/** What a peer may do at a broker. */
export interface ServeRpcOptions extends RpcOptions {
  /** The conversations that the peer may see and answer. @default all */
  readonly conversationId?: string | readonly string[] | undefined;
  /** The peer's name, as the other clients are to read it. */
  readonly user?: string | undefined;
}

/**
 * Makes the peer at the other end of a channel one more client of a broker. It gets what is pending and what is asked from
 * now on; the first valid answer counts, whoever gives it, and what ended elsewhere is taken back with `ask_user_cancel`. A
 * peer that goes away, or can't show a request, changes nothing for the others.
 *
 * @example
 * server.on('connection', (socket) => serveRpc(broker, nodeChannel(socket), { conversationId: 'c1' }));
 */
export function serveRpc(broker: AskUserBroker, channel: RpcChannel, options: ServeRpcOptions = {}): RpcPeer {
  const { conversationId, user, onProblem = ({ message }) => console.error(message) } = options;
  const { closed, close } = bridge({
    ...options,
    onProblem,
    broker,
    channel,
    conversationIds: typeof conversationId === 'string' ? [conversationId] : conversationId,
    user,
    async end(requestId, ended, endOptions) {
      const reason = 'reason' in ended ? ended.reason : undefined;
      if (ended.status === 'cancelled') return broker.cancel(requestId, { ...endOptions, reason });
      if (ended.status === 'declined') return broker.decline(requestId, { ...endOptions, reason });
      const message = 'Must be "cancelled" or "declined": other endings are not a client’s.';
      return { ok: false, code: 'invalid', issues: [{ code: 'type', path: 'status', message }] };
    },
    failed: (requestId, message) => onProblem({ code: 'refused', requestId, message }),
  });
  return { closed, close };
}
