import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AskOptions } from '../types.js';
import type { Outbox } from './outbox.js';
import type { Presence } from './presence.js';

/** A request as it was asked. Plain JSON, but for what a host has put into `request.raw`. */
export interface AskedRequest extends Pick<
  AskOptions,
  'agent' | 'allowSkip' | 'allowDecline' | 'allowPartial' | 'allowDiscuss'
> {
  readonly request: AskUserRequest;
  readonly conversationId: string;
  /** Milliseconds since the Unix epoch, by the clock of the node that asked. */
  readonly askedAt: number;
  /** The name of the callback that gets the settlement. */
  readonly callback?: string | undefined;
  /** The lease that the caller set, if any. Brokers read a pending request within it; the store has the lease that counts. */
  readonly leaseMs?: LeaseMs | undefined;
}

/** How a request ended. */
export interface Settlement {
  readonly result: AskUserResult;
  /** Who ended it: a user's name as the host gave it. Absent where the agent or the host did. */
  readonly by?: string | undefined;
  /** What a client named its delivery, so that one that is repeated is known as the same. */
  readonly key?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly settledAt: number;
  /** Set if the agent that asked had gone on with another result before it could learn of this one; see `AbandonedError`. */
  readonly reached?: false | undefined;
}

/**
 * - `awaiting_user_response`: an agent waits for it.
 * - `orphaned`: no caller has waited for it for longer than its lease; an answer would reach nobody.
 * - `settled`: for good.
 */
export type RequestState = 'awaiting_user_response' | 'orphaned' | 'settled';

/** A request as a store opened it: one instance of its `requestId`. */
export interface OpenedRequest extends AskedRequest {
  /**
   * Identifies this instance. The store mints it in `open`, as a random UUID, and never reuses it. A `requestId` that is opened again
   * after the store has forgotten it gets another.
   */
  readonly instanceId: string;
  /** Requests of one store, in the order they were opened. Clocks of several nodes differ; this does not. */
  readonly order: number;
}

/** A request as a store has it. */
export interface StoredRequest extends OpenedRequest {
  readonly state: RequestState;
  /** There exactly where `state` is `settled`. */
  readonly settlement?: Settlement | undefined;
}

/** Which request has changed. */
export interface Change {
  readonly requestId: string;
  readonly conversationId: string;
}

/** What has changed in a store since a cursor. */
export interface Changes {
  /** Where the next `changes` begins. */
  readonly cursor: string;
  /** Whether there is more to read. A store returns a few hundred at a time, so that no other call waits for long. */
  readonly hasMore: boolean;
  readonly changed: readonly StoredRequest[];
}

/** How long a request stays answerable while no caller waits for it: a number of milliseconds, or `'none'` for no limit. */
export type LeaseMs = number | 'none';

/** What keeps a request answerable. */
export interface Lease {
  /** Counted from the moment that the last waiter has left, or its process is taken for dead. */
  readonly leaseMs: LeaseMs;
  /** The broker that waits for the request, by a random UUID. Absent if nobody waits. */
  readonly owner?: string | undefined;
}

/** Which state and instance of a request `settle` ends. */
export interface SettleOptions {
  /** Whether an orphaned request is ended, too. @default false */
  readonly orphaned?: boolean | undefined;
  /** Defaults to the instance that is there. */
  readonly instanceId?: string | undefined;
  /** The owner that stops waiting. The request is ended only if this owner waits for it, and no other living one does. */
  readonly leaver?: string | undefined;
}

/**
 * Where requests are kept, by `request.requestId`. Every method may reject: then nothing was done, or it was and the word of it was
 * lost; asking again is safe.
 * What is given is never changed afterwards, and what is given out must not be either.
 */
export interface RequestStore {
  /** What is kept here outlives this process, and other processes see it. */
  readonly durable: boolean;
  /** The settlements for callbacks. Without it, requests cannot have a callback. */
  readonly outbox?: Outbox | undefined;
  /** Which conversations users can see. Without it, each process knows of its own users only. */
  readonly presence?: Presence | undefined;
  /**
   * Stores a new request under a lease and a new `instanceId`. Concurrent calls: exactly one stores.
   *
   * @returns `undefined`, or the existing request with this id, unchanged
   */
  open(asked: AskedRequest, lease: Lease): Promise<StoredRequest | undefined>;
  get(requestId: string): Promise<StoredRequest | undefined>;
  /** The requests that are not settled, in the order they were opened: of these conversations, or of all. */
  list(conversationIds?: readonly string[]): Promise<readonly StoredRequest[]>;
  /**
   * Reads what `open`, `settle`, `unreached` and `attach` have changed since `cursor`, at least: of these conversations, or of all. Without
   * a cursor it reads nothing, and returns one. `undefined` if the store does not know everything since then. Without this method, a broker
   * lists everything each time.
   */
  changes?(cursor?: string, conversationIds?: readonly string[]): Promise<Changes | undefined>;
  /**
   * Ends a request, atomically and once: of any number of calls on any number of nodes one gets `true`. An orphaned
   * request is not ended, unless `orphaned` is set. With an `instanceId`, no other instance is ended. With a `leaver`, a request
   * is ended if this owner waits for it and no other living one does; afterwards, the leaver no longer waits.
   */
  settle(requestId: string, settlement: Settlement, options?: SettleOptions): Promise<boolean>;
  /**
   * Sets `reached: false` in the settlement of this instance, and tells `watch` if that was not set before. Without this method it is not
   * recorded.
   */
  unreached?(requestId: string, instanceId: string): Promise<void>;
  /** The owner waits for this request as well. Without `leaseMs`, it keeps its lease. A settled or unknown request stays as it is. */
  attach(requestId: string, lease: { readonly owner: string; readonly leaseMs?: LeaseMs | undefined }): Promise<void>;
  /** The owner's process is alive, and is taken for dead `aliveMs` milliseconds from now. The cost does not depend on its requests. */
  beat(owner: string, aliveMs: number): Promise<void>;
  /**
   * Hears of every `open`, `settle` and `unreached`, on this node or another. Called without a change where some may have been missed.
   * A lease that runs out is not told. Returns the way to stop; the last one gives back what it takes to listen.
   */
  watch(listener: (change?: Change) => void): () => void;
}
