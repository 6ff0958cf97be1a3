import { withoutSecrets } from '../broker/requests.js';
import type { OpenedRequest, Settlement, StoredRequest } from '../store/types.js';
import type { PendingRequest } from '../broker/types.js';
import type { WireEnding, WireLookup, WireRequest } from '../wire.js';

/** A pending request as clients see it. Its fields are named, so that what a store adds of its own stays here. */
function toWireRequest({ request: asked, ...rest }: PendingRequest): WireRequest {
  const { raw: _raw, ...request } = asked;
  const { instanceId, conversationId, agent, askedAt, state, order } = rest;
  const { allowSkip, allowDecline, allowPartial, allowDiscuss } = rest;
  const allowed = { allowSkip, allowDecline, allowPartial, allowDiscuss };
  return { request, instanceId, conversationId, agent, askedAt, ...allowed, state, order };
}

/** Returns a request as JSON, or reports why it cannot be written. */
export function writeRequest(pending: PendingRequest, onError: (error: unknown) => void): string | undefined {
  try {
    return JSON.stringify(toWireRequest(pending));
  } catch (error) {
    onError(error);
    return undefined;
  }
}

/** The client that a message is for. */
export interface Receiver {
  /** The user as `authorize` names it. */
  readonly user: string | undefined;
  /** The value of the client's `CLIENT_HEADER`. */
  readonly client: string | undefined;
}

/** Whether a client has made this delivery: its secret is everything before the last dot of the key. */
const isOwn = ({ by, key }: Settlement, { user, client }: Receiver): boolean =>
  client !== undefined && client !== '' && by === user && key?.slice(0, Math.max(0, key.lastIndexOf('.'))) === client;

/** How a request ended, as one client sees it. The key stays here: whoever has it can repeat the delivery. */
export function toWireEnding(opened: OpenedRequest, settlement: Settlement, receiver: Receiver): WireEnding {
  const { request, instanceId, conversationId } = opened;
  const { result, by, settledAt, reached } = settlement;
  return {
    requestId: request.requestId,
    instanceId,
    conversationId,
    result: withoutSecrets(request, result),
    by,
    settledAt,
    reached,
    own: isOwn(settlement, receiver) || undefined,
  };
}

/** A request in whatever state it is, as clients see it. */
export function toWireLookup(stored: StoredRequest, receiver: Receiver): WireLookup {
  const { settlement, state, ...opened } = stored;
  if (settlement) return { ending: toWireEnding(opened, settlement, receiver) };
  return { request: toWireRequest({ ...opened, state: state === 'orphaned' ? state : 'awaiting_user_response' }) };
}
