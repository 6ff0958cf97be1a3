import { withoutBlocking } from '../open-ahead.js';
import { withoutSecrets } from '../broker/requests.js';
import type { RequestInstance, Settlement, StoredRequest } from '../store/types.js';
import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import type { WireExchanges, WireSettlement, WireLookup, WireRequest } from '../wire.js';

/** Lists the fields, so that other fields of a stored request, such as `callback`, are not sent. */
function toWireRequest({ request: asked, awaited, ...rest }: PendingRequest): WireRequest {
  const { raw: _raw, ...sent } = asked;
  const request = awaited ? withoutBlocking(sent) : sent;
  const { instanceId, conversationId, agent, askedAt, allow, state, order, askBack } = rest;
  return { request, instanceId, conversationId, agent, askedAt, allow, state, order, askBack };
}

export function writeRequest(pending: PendingRequest, onError: (error: unknown) => void): string | undefined {
  try {
    return JSON.stringify(toWireRequest(pending));
  } catch (error) {
    onError(error);
    return undefined;
  }
}

export function toWireExchanges({
  request: { request, instanceId, conversationId, askBack },
  exchanges,
}: Pick<Extract<BrokerEvent, { type: 'asked_back' }>, 'request' | 'exchanges'>): WireExchanges {
  return { requestId: request.requestId, instanceId, conversationId, askBack, exchanges };
}

export interface Receiver {
  readonly user: string | undefined;
  readonly client: string | undefined;
}

/** Returns whether a client sent this delivery: same user, and a key of the client's secret, a dot and a suffix. */
const isOwn = ({ by, idempotencyKey }: Settlement, { user, client }: Receiver): boolean =>
  client !== undefined &&
  client !== '' &&
  by === user &&
  idempotencyKey?.slice(0, Math.max(0, idempotencyKey.lastIndexOf('.'))) === client;

/** Omits the answers to secret questions, and the key, which would allow another client to repeat the delivery. */
export function toWireSettlement(opened: RequestInstance, settlement: Settlement, receiver: Receiver): WireSettlement {
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

export function toWireLookup(stored: StoredRequest, receiver: Receiver): WireLookup {
  const { settlement, state, ...opened } = stored;
  if (settlement) return { settlement: toWireSettlement(opened, settlement, receiver) };
  return { request: toWireRequest({ ...opened, state: state === 'orphaned' ? state : 'awaiting_user_response' }) };
}
