import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AskOptions } from '../types.js';
import type { Outbox } from './outbox.js';
import type { Presence } from './presence.js';

/** A request before the store opens it. It is plain JSON, except for `request.raw`. */
export interface NewRequest extends Pick<AskOptions, 'agent' | 'allow'> {
  readonly request: AskUserRequest;
  readonly conversationId: string;
  /** Time of the call, in milliseconds since the Unix epoch, by the clock of the node that asked. */
  readonly askedAt: number;
  /** Name of the callback that receives the settlement. */
  readonly callback?: string | undefined;
  /** Lease that the caller set, if any. */
  readonly leaseMs?: LeaseMs | undefined;
}

/** Result of a settled request, with its time and details of the delivery. */
export interface Settlement {
  readonly result: AskUserResult;
  /** Name of the user who settled the request. Absent if it is unknown, or if no user settled it. */
  readonly by?: string | undefined;
  /** Idempotency key of the delivery. */
  readonly idempotencyKey?: string | undefined;
  /** Time in milliseconds since the Unix epoch. */
  readonly settledAt: number;
  /** `false` if the agent went on without this result; see `AbandonedError`. */
  readonly reached?: false | undefined;
}

/**
 * State of a stored request.
 *
 * - `awaiting_user_response`: The request can be answered.
 * - `orphaned`: No caller has waited for it during its lease. Answers are refused.
 * - `settled`: The request has a settlement. This state is final.
 */
export type RequestState = 'awaiting_user_response' | 'orphaned' | 'settled';

/** An opened request: one instance of its `requestId`. */
export interface RequestInstance extends NewRequest {
  /** Random UUID that the store mints in `open` and never reuses, even if the `requestId` is opened again. */
  readonly instanceId: string;
  /** Number that orders the requests of one store by the time they were opened, independent of the nodes' clocks. */
  readonly order: number;
}

/** A request in its current state. */
export interface StoredRequest extends RequestInstance {
  readonly state: RequestState;
  /** Present if and only if `state` is `settled`. */
  readonly settlement?: Settlement | undefined;
}

/** Identifies a changed request. */
export interface StoreChange {
  readonly requestId: string;
  readonly conversationId: string;
}

/** Changes of a store since a cursor. */
export interface StoreChanges {
  /** Cursor for the next call of `changes`. */
  readonly cursor: string;
  /** Whether there may be more changes after `cursor`. */
  readonly hasMore: boolean;
  readonly changed: readonly StoredRequest[];
}

/** Time that a request stays answerable while no caller waits for it, in milliseconds, or `'none'` for no limit. */
export type LeaseMs = number | 'none';

/** Lease of a new request. */
export interface Lease {
  /**
   * The lease starts when the request is opened, and again at each `attach`. While processes wait for the request, it
   * starts when the last of them is considered dead.
   */
  readonly leaseMs: LeaseMs;
  /** Random UUID of the broker that waits for the request. Absent if no caller waits. */
  readonly owner?: string | undefined;
}

/** Options of `settle`. */
export interface StoreSettleOptions {
  /** Whether an orphaned request is settled, too. @default false */
  readonly orphaned?: boolean | undefined;
  /** Instance to settle. Defaults to the stored one. */
  readonly instanceId?: string | undefined;
  /** Owner that stops waiting. The request is settled only if this owner waited for it and no other living one does. */
  readonly leaver?: string | undefined;
}

/**
 * Stores requests by `request.requestId`. Any method may reject, before or after the write took effect. All methods are
 * safe to retry. Arguments and returned objects must never be mutated.
 */
export interface RequestStore {
  /** Whether requests outlive this process and are visible to other processes. */
  readonly durable: boolean;
  /** Settlements for callbacks. Without it, requests cannot have a callback. */
  readonly outbox?: Outbox | undefined;
  /** Records which conversations users can see. Without it, each process knows only the users connected to it. */
  readonly presence?: Presence | undefined;
  /**
   * Stores a new request under a lease and a new `instanceId`. Of concurrent calls with the same id, at most one stores.
   *
   * @returns `undefined`, or the existing request with this id, unchanged.
   */
  open(asked: NewRequest, lease: Lease): Promise<StoredRequest | undefined>;
  /** Returns a request, or `undefined` if the store does not have it. */
  get(requestId: string): Promise<StoredRequest | undefined>;
  /** Returns the pending requests of these conversations, or of all, in opening order. */
  list(conversationIds?: readonly string[]): Promise<readonly StoredRequest[]>;
  /**
   * Reads the next of the requests that `open`, `settle`, `unreached` and `attach` have changed since `cursor`, of
   * these conversations or of all. The result can also contain unchanged requests. Without a cursor, it contains only a
   * cursor. Returns `undefined` if the store does not know all changes since the cursor. Without this method, a broker
   * lists the followed conversations each time.
   */
  changes?(cursor?: string, conversationIds?: readonly string[]): Promise<StoreChanges | undefined>;
  /**
   * Settles a request atomically. Returns `true` to at most one caller across all nodes. An orphaned request is settled
   * only with `orphaned`. With an `instanceId`, no other instance is settled. With a `leaver`, this owner stops
   * waiting, and the request is settled only if the owner waited for it and no other living owner does.
   */
  settle(requestId: string, settlement: Settlement, options?: StoreSettleOptions): Promise<boolean>;
  /** Sets `reached: false` in the settlement of this instance, and notifies `watch` if that is a change. */
  unreached?(requestId: string, instanceId: string): Promise<void>;
  /**
   * Adds an owner that waits for a pending request. The lease of the request starts again. Without `leaseMs`, its
   * length stays the same.
   */
  attach(requestId: string, lease: { readonly owner: string; readonly leaseMs?: LeaseMs | undefined }): Promise<void>;
  /**
   * Marks the owner's process as alive for `aliveMs` milliseconds. The cost must not depend on its number of requests.
   */
  beat(owner: string, aliveMs: number): Promise<void>;
  /**
   * Subscribes to changes by `open`, `settle`, `unreached` and `retry` of the outbox, on any node. The listener is
   * called without a change if any request may have changed. It is not called when a lease expires. Returns an
   * unsubscribe function; the last one releases the connection, if any.
   */
  watch(listener: (change?: StoreChange) => void): () => void;
}
