import type { OpenedRequest, Settlement, StoredRequest } from '../store/types.js';
import type { PendingRequest } from '../broker/types.js';
import type { WireEnding, WireLookup, WireRequest } from '../wire.js';

/** A pending request as clients see it. Its fields are named, so that what a store adds of its own stays here. */
export function toWireRequest({ request: asked, ...rest }: PendingRequest): WireRequest {
  const { raw: _raw, ...request } = asked;
  const { conversationId, agent, askedAt, allowSkip, allowDecline, state, order } = rest;
  return {
    request,
    conversationId,
    ...(agent && { agent }),
    askedAt,
    ...(allowSkip && { allowSkip }),
    ...(allowDecline && { allowDecline }),
    state,
    order,
  };
}

/** How a request ended, as clients see it. */
export function toWireEnding(opened: OpenedRequest, settlement: Settlement): WireEnding {
  const { request, conversationId, order, askedAt } = opened;
  const { result, by, key, settledAt } = settlement;
  const secret = new Set(request.questions.filter((one) => one.constraints?.secret).map(({ id }) => id));
  const shown =
    result.status === 'answered' && secret.size > 0
      ? { ...result, answers: result.answers.filter(({ questionId }) => !secret.has(questionId)) }
      : result;
  return {
    requestId: request.requestId,
    conversationId,
    order,
    askedAt,
    result: shown,
    ...(by !== undefined && { by }),
    ...(key !== undefined && { key }),
    settledAt,
  };
}

/** A request in whatever state it is, as clients see it. */
export function toWireLookup(stored: StoredRequest): WireLookup {
  const { settlement, state, ...opened } = stored;
  if (settlement) return { ending: toWireEnding(opened, settlement) };
  return { request: toWireRequest({ ...opened, state: state === 'orphaned' ? state : 'awaiting_user_response' }) };
}
