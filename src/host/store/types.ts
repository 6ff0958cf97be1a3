import type { AskUserResult, Exchange } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AskOptions } from '../types.js';

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
  /** Random UUID that is never reused, even if the `requestId` is opened again. */
  readonly instanceId: string;
  /** Number that orders the requests of one store by the time they were opened, independent of the nodes' clocks. */
  readonly order: number;
}

/** What the user may ask the agent about the questions of a request, and has asked. The texts are read by question. */
export interface AskBackState {
  /** Whether somebody can reply now. */
  readonly offered: boolean;
  /** Number that grows with each change of an exchange. */
  readonly revision: number;
  /** Number of exchanges by question id. */
  readonly counts: Readonly<Record<string, number>>;
}

/** An exchange in the record of its request. */
export interface StoredExchange extends Exchange {
  /** Random UUID of the broker that has taken it. It replies, unless it is considered dead. */
  readonly replier?: string | undefined;
}

/** The exchanges of a request, as its record has them. */
export interface AskBackData {
  /** Number of changes. */
  readonly revision: number;
  readonly exchanges: readonly StoredExchange[];
}

/** A request in its current state. */
export interface StoredRequest extends RequestInstance {
  readonly state: RequestState;
  /** Absent if nobody can or could reply to a question of the user. */
  readonly askBack?: AskBackState | undefined;
  /** Whether an `ask` waits for a pending request that was opened for an agent that does not (`blocking: false`). */
  readonly awaited?: true | undefined;
  /** Present if and only if `state` is `settled`. */
  readonly settlement?: Settlement | undefined;
}

/** Time that a request stays answerable while no caller waits for it, in milliseconds, or `'none'` for no limit. */
export type LeaseMs = number | 'none';

/** Names a record of a store. */
export interface RecordKey {
  /** `request`, `process` or `presence`. The same `id` of another kind is another record. */
  readonly kind: string;
  /** Any string. */
  readonly id: string;
}

/** A record as it is written. */
export interface NewRecord extends RecordKey {
  /** Random UUID of this write. */
  readonly version: string;
  /** Name of the list of its kind that contains the record: any string. A record is in one list at a time. */
  readonly list: string;
  /** Conversation by which `list` and `changes` select it: any string, empty if it has none. */
  readonly conversationId: string;
  /** Position in the list, and the time from which `overdue` counts: milliseconds since the Unix epoch. */
  readonly at: number;
  /** JSON, except that a request in memory can contain any `raw`. A store does not look into it. */
  readonly value: unknown;
}

/** A stored record. */
export interface StoredRecord extends NewRecord {
  /** Number that orders the records by the time of their insertion. It never changes. */
  readonly order: number;
  /** Time of the last write by the store's clock, in milliseconds since the Unix epoch. */
  readonly writtenAt: number;
}

/** Result of a read. */
export interface Found {
  /** Time by the store's clock, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly records: readonly StoredRecord[];
}

/** Result of a write. */
export interface Written {
  /** Time by the store's clock, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** `false` if the condition of the write was not met, so that it had no effect. */
  readonly written: boolean;
}

/** Identifies a changed request. */
export interface StoreChange {
  readonly requestId: string;
  readonly conversationId: string;
}

/** Changes of a store since a cursor. */
export interface StoreChanges extends Found {
  /** Cursor for the next call of `changes`. */
  readonly cursor: string;
  /** Whether there may be more changes after `cursor`. */
  readonly hasMore: boolean;
}

/**
 * Stores records. The broker decides what they contain and when they change: a store compares versions and looks into
 * no value. Any method may reject, before or after the write took effect. All methods are safe to retry. Arguments and
 * returned objects must never be mutated.
 */
export interface RequestStore {
  /** Whether records outlive this process and are visible to other processes. */
  readonly durable: boolean;
  /** Minimum retention of a settled request, in milliseconds. The default is seven days. @default 604800000 */
  readonly keepSettledMs?: number | undefined;
  /**
   * Minimum retention of an orphaned request after its lease, in milliseconds. The default is thirty days.
   *
   * @default 2592000000
   */
  readonly keepOrphanedMs?: number | undefined;
  /**
   * Stores a record unless there is one with its key. Of concurrent calls, exactly one writes.
   *
   * @param isChange - Whether `watch` and `changes` report the write.
   * @returns `written` also if the stored record has the `version` of this one, because then the call is a repetition.
   */
  insert(record: NewRecord, isChange: boolean): Promise<Written>;
  /** Reads the records of a kind with these ids, in any order. */
  get(kind: string, ids: readonly string[]): Promise<Found>;
  /** Reads a list, or its records of these conversations, in any order. */
  list(kind: string, list: string, conversationIds?: readonly string[]): Promise<Found>;
  /**
   * Reads at most `limit` records of a list whose `at` is at least `ms` milliseconds ago, by the store's clock, those
   * with the lowest `at` first.
   */
  overdue(kind: string, list: string, ms: number, limit: number): Promise<Found>;
  /**
   * Replaces the stored record with the key of `record` if it has this version. Of concurrent calls with one version,
   * exactly one writes. The result and `isChange` are as those of `insert`.
   */
  compareAndSet(version: string, record: NewRecord, isChange: boolean): Promise<Written>;
  /** Deletes a record if it has this version. */
  remove(key: RecordKey, version: string): Promise<Written>;
  /**
   * Reads the next of the records that a write with `isChange` has written since `cursor`, of these conversations or of
   * all. The result can also contain unchanged records. Without a cursor, it contains only a cursor. Returns
   * `undefined` if the store does not know all changes since the cursor. Without this method, a broker lists the
   * followed conversations each time.
   */
  changes?(cursor?: string, conversationIds?: readonly string[]): Promise<StoreChanges | undefined>;
  /**
   * Subscribes to the writes with `isChange`, of any process. The listener is called without a change if any may have
   * been missed. Returns an unsubscribe function; the last one releases the connection, if any.
   *
   * @param onError - Called if the store cannot listen, once for each reason.
   */
  watch(listener: (change?: StoreChange) => void, onError?: (error: unknown) => void): () => void;
}
