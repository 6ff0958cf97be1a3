import type { LeaseMs, RequestStore } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Options for `createAskUserBroker`. */
export interface BrokerOptions {
  /** Store for the requests. Defaults to `createMemoryStore()`. */
  readonly store?: RequestStore | undefined;
  /** Returns the time in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Creates the ids of requests that have none. They must be unguessable. @default crypto.randomUUID */
  readonly nextId?: (() => string) | undefined;
  /**
   * Time that a request in a durable store stays answerable while no caller waits for it, in milliseconds, or `'none'`.
   * It starts when the last broker that waits is closed, or its process is considered dead. `ask` can override it, and
   * `open` does not use it. The memory store ignores it. The default is seven days.
   *
   * @default 604800000
   */
  readonly leaseMs?: LeaseMs | undefined;
  /**
   * Maximum size of a request and its `agent` without `raw`, in bytes as JSON. The same limit applies to `{ raw }`. A
   * larger request is `invalid`, with an issue that names its largest field. `Infinity` sets no limit, but
   * `createAskUserClient` skips events with more than 16,000,000 characters of data.
   *
   * @default 1048576
   */
  readonly maxRequestBytes?: number | undefined;
  /**
   * Time after which a request that no user can see is unattended, in milliseconds. Users of other processes count if
   * they use the same store. The processes that asked or opened the request check it.
   *
   * @default 30000
   */
  readonly unattendedMs?: number | undefined;
  /**
   * Time in milliseconds in which `onAskBack` has to reply. Then its `signal` aborts, the exchange has failed, and the user
   * can ask again. `Infinity` sets no limit.
   *
   * @default 300000
   */
  readonly replyMs?: number | undefined;
  /** Called when a request becomes unattended. Send an e-mail, for example. */
  readonly onUnattended?: ((request: PendingRequest) => unknown) | undefined;
  /** Whether an unattended request stays pending or settles as `unavailable`. @default 'wait' */
  readonly whenUnattended?: 'wait' | 'unavailable' | undefined;
  /** Called with errors that no caller receives, such as those of a subscriber. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}
