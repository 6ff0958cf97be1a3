import type { AskUserRequest } from '../core/question/types.js';
import type { PendingRequest } from './broker/types.js';
import type { Settlement } from './store/types.js';

/**
 * What the handler and its clients say to each other, all of it JSON.
 *
 * `GET events` is a stream of server-sent events: first a snapshot, then one for each transition, named by its state. Each
 * has an id; a client that comes back sends the last as `Last-Event-ID`.
 */
export interface WireMessages {
  /**
   * A snapshot begins. Up to its end there is one event for each pending request, and `settled` for what ended since the
   * client's last event, as far as that is remembered.
   */
  snapshot_start: Readonly<Record<string, never>>;
  /** The snapshot is complete: a request that was not in it is not pending. */
  snapshot_end: Readonly<Record<string, never>>;
  awaiting_user_response: WireRequest;
  orphaned: WireRequest;
  /** A second one for the same `instanceId` has `reached: false`. */
  settled: WireEnding;
}

/** A pending request as a client sees it: without the model's raw input. */
export interface WireRequest extends Omit<PendingRequest, 'request'> {
  readonly request: Omit<AskUserRequest, 'raw'>;
}

/** How a request ended. It has neither the answers to secret questions nor the delivery's key. */
export interface WireEnding extends Omit<Settlement, 'key'> {
  readonly requestId: string;
  /** Identifies what has settled. A request with the same `requestId` and another `instanceId` may be pending. */
  readonly instanceId: string;
  readonly conversationId: string;
  /** Set if the client that receives this settled the request; in the response to a delivery, if that delivery did. */
  readonly own?: true | undefined;
}

/** `GET requests`: everything that is pending, first in first out. */
export interface WireList {
  readonly requests: readonly WireRequest[];
}

/** `GET requests/:id`: pending, or how it ended. */
export type WireLookup = { readonly request: WireRequest } | { readonly ending: WireEnding };

/**
 * What a refused call says, with the status 400, 401, 403, 404, 405, 409, 413, 415, 421 or 503. `issues` come with `invalid`.
 */
export interface WireRefusal {
  readonly ok: false;
  readonly code:
    | 'invalid'
    | 'unauthorized'
    | 'forbidden'
    | 'unknown'
    | 'method'
    | 'already_resolved'
    | 'orphaned'
    | 'too_large'
    | 'not_json'
    | 'misdirected'
    | 'unavailable';
  /** For developers. */
  readonly message: string;
  readonly issues?: readonly { readonly code: string; readonly path: string; readonly message: string }[];
}

/** Names a delivery, so that one that is sent again after a lost response is known as the same. */
export const KEY_HEADER = 'idempotency-key';

/**
 * Identifies one client by a secret of its own, so that the host can mark the endings that this client delivered as `own`. The
 * client's keys begin with the same secret and a dot; see `isOwn`.
 */
export const CLIENT_HEADER = 'ask-user-client';
