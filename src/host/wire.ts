import type { Exchange } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import type { PendingRequest } from './broker/types.js';
import type { Settlement } from './store/types.js';

/**
 * Data of the server-sent events of `GET events`, by event name, as JSON.
 *
 * The stream starts with a snapshot. Events for later transitions follow. A client that reconnects sends the id of its
 * last event as `Last-Event-ID`; the ids in an incomplete snapshot do not count.
 */
export interface WireMessages {
  /**
   * Start of a snapshot. Until its end, there are events for the pending requests, and for settlements that the client
   * may have missed. The broker does not replay all of those; see `SubscribeOptions.since`.
   */
  snapshot_start: {
    /** Time between two heartbeats of the stream, in milliseconds. An earlier server does not send it. */
    readonly heartbeatMs?: number | undefined;
  };
  /** End of the snapshot. */
  snapshot_end: Readonly<Record<string, never>>;
  /** A request can be answered. */
  awaiting_user_response: WireRequest;
  /** The lease of a request has expired. */
  orphaned: WireRequest;
  /** A user has asked the agent about a question, an exchange has ended, or whether somebody can reply has changed. */
  asked_back: WireExchanges;
  /** A request was settled, or its settlement got `reached: false`. */
  settled: WireSettlement;
}

/** A pending request as clients receive it. The model's raw input, the callback and the lease are not sent. */
export interface WireRequest extends Omit<PendingRequest, 'request'> {
  readonly request: Omit<AskUserRequest, 'raw'>;
}

/** What has changed of the exchanges of a pending request. */
export interface WireExchanges extends Pick<PendingRequest, 'instanceId' | 'conversationId' | 'askBack'> {
  readonly requestId: string;
  /** Those that are new or have changed, each with its `key`. */
  readonly exchanges: readonly Exchange[];
}

/** A settlement as clients receive it, without the answers to secret questions and without the idempotency key. */
export interface WireSettlement extends Omit<Settlement, 'idempotencyKey'> {
  readonly requestId: string;
  /** The settled instance. A request with the same `requestId` and another `instanceId` may be pending. */
  readonly instanceId: string;
  readonly conversationId: string;
  /** `true` if the receiving client settled the request. */
  readonly own?: true | undefined;
}

/** Response of `GET requests/:id`: the pending request or its settlement. */
export type WireLookup = { readonly request: WireRequest } | { readonly settlement: WireSettlement };

/** Response of a refused call. `invalid` has `issues`. */
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
    | 'not_offered'
    | 'too_large'
    | 'not_json'
    | 'misdirected'
    | 'unavailable';
  /** Message for developers. */
  readonly message: string;
  readonly issues?: readonly { readonly code: string; readonly path: string; readonly message: string }[];
}

/** Whether an id can be part of a URL, which cannot contain a lone surrogate and gives `.` and `..` another meaning. */
export const isUrlId = (requestId: string): boolean => !/^\.{0,2}$|\p{Surrogate}/u.test(requestId);

export const KEY_HEADER = 'idempotency-key';

/**
 * Header with the secret of one client, so that the handler can mark the settlements of this client as `own`. The
 * client's idempotency keys start with the same secret and a dot; see `isOwn`.
 */
export const CLIENT_HEADER = 'ask-user-client';
