import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { LeaseMs, OpenedRequest, RequestStore, Settlement, StoredRequest } from '../store/types.js';
import type { ParkedSettlement } from '../store/outbox.js';
import type { Asker, AskOptions } from '../types.js';
import type { CallbackHandler, CallbackOptions } from './callback-types.js';

/** A request that nobody has answered yet. */
export interface PendingRequest extends OpenedRequest {
  readonly state: 'awaiting_user_response' | 'orphaned';
}

/**
 * What came of an answer, a cancellation or a decline. Refused means that nothing has changed:
 *
 * - `unknown`: no such request or instance, or one that ended so long ago that it is forgotten.
 * - `already_resolved`: it had ended before.
 * - `invalid`: `issues` say what does not fit the questions; it stays pending.
 * - `orphaned`: nobody waits for the answer.
 */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'unknown' | 'already_resolved' | 'orphaned' }
  | { readonly ok: false; readonly code: 'invalid'; readonly issues: readonly Issue[] };

/** Who ends a request. */
export interface EndOptions {
  /** A user's name, as the other clients are to read it. */
  readonly by?: string | undefined;
  /**
   * Idempotency key of this delivery. If the same `by` repeats the delivery with the same key, the outcome is `ok` again and
   * nothing changes. Other replies or another reason under that key are `already_resolved`; answers to secret questions are
   * not compared. It must be unguessable.
   */
  readonly key?: string | undefined;
  /** Why, for the agent. */
  readonly reason?: string | undefined;
  /**
   * The instance that is meant. If the store has another instance of the request id, the outcome is `unknown` and nothing changes.
   * Defaults to the instance that is there.
   */
  readonly instanceId?: string | undefined;
}

/** How a request is declined. */
export interface DeclineOptions extends EndOptions {
  /** The user wants to discuss the questions first: `reason` is the message. @default false */
  readonly discuss?: boolean | undefined;
  /** With `discuss`, what the user has answered so far: a reply for each of these questions. They are checked as answers are. */
  readonly replies?: readonly Reply[] | undefined;
}

/** What those who subscribe are told. `id` orders the events of this broker; see `since`. */
export type BrokerEvent =
  | {
      readonly id: string;
      readonly type: 'awaiting_user_response' | 'orphaned';
      readonly pending: PendingRequest;
    }
  | {
      readonly id: string;
      readonly type: 'settled';
      readonly asked: OpenedRequest;
      readonly settlement: Settlement;
    }
  | {
      readonly id: string;
      /** It had settled, and it turns out that the agent has gone on without that settlement. */
      readonly type: 'unreached';
      readonly asked: OpenedRequest;
      readonly settlement: Settlement;
    };

/** What goes with a request that no caller waits for. */
export interface OpenOptions extends Omit<AskOptions, 'signal' | 'timeoutMs'> {
  readonly conversationId: string;
  /** How long the request stays answerable while no caller waits for it. @default 'none' */
  readonly leaseMs?: LeaseMs | undefined;
  /**
   * The name of the callback that gets the settlement; see `registerCallback`. If the request is opened again, the first name counts.
   *
   * @default none
   */
  readonly callback?: string | undefined;
}

/** What `open` has stored, or why no user could answer it. */
export type Opened =
  | {
      readonly ok: true;
      /** The request as it is: settled, if it was opened before and has ended since. */
      readonly opened: StoredRequest;
    }
  | { readonly ok: false; readonly code: 'invalid'; readonly issues: readonly Issue[] };

/** What goes with a request to a broker. */
export interface BrokerAskOptions extends AskOptions {
  readonly conversationId: string;
  /**
   * How long the request stays answerable while no caller waits for it. Defaults to the lease that it has, or to the broker's
   * `leaseMs`.
   */
  readonly leaseMs?: LeaseMs | undefined;
}

/** What to hear of. */
export interface SubscribeOptions {
  /** Only these conversations. @default all */
  readonly conversationId?: string | readonly string[] | undefined;
  /**
   * The id of the last event heard: endings since then are told at once, as far as they are remembered. That is the newest
   * 1,000 of this process, up to 16 MiB; of more than 256 KiB, the newest that fit are told. For the others, `get` the request.
   */
  readonly since?: string | undefined;
  /**
   * Whether a user sees what this subscriber hears, so that these conversations are attended; see `unattendedMs`. The HTTP handler sets it for
   * its streams. A log or a notifier leaves it out.
   *
   * @default false
   */
  readonly attended?: boolean | undefined;
}

/**
 * Holds pending requests between agents and people, and settles each exactly once.
 *
 * Where the store fails, `pending`, `get`, `answer`, `cancel`, `decline` and `supersede` reject with its error. Whether an ending that
 * was sent has arrived is then not known: send it again, with the same `key`.
 */
export interface AskUserBroker extends Asker {
  /**
   * Puts a request to the person; pending until it has ended, however long that takes.
   *
   * A request id names one question: asked again, with the same questions in the same conversation, it attaches to the
   * request that is there, or gives the result it has. Of several in this process that wait for one request, the last that is
   * aborted, or whose time is up, ends it, unless a living process that shares the store waits for it as well. Without an id of its
   * own a request gets one from `nextId`.
   *
   * A request that nobody could answer is `invalid`, asked of nobody and not kept: without a question, with questions whose ids are
   * blank or not unique, or without a list of options, or with anything besides `raw` that JSON can't say. So is one that is
   * larger than `maxRequestBytes`.
   *
   * An agent that is aborted gets its result as soon as the store has taken that, or within five seconds.
   *
   * @throws AskUserError `sub_agent`, `missing_conversation`, `duplicate_request`, `store_failed`, `closed`
   * @throws RangeError if `timeoutMs` or `leaseMs` is no time span
   */
  ask(request: AskUserRequest, options: BrokerAskOptions): Promise<AskUserResult>;
  /**
   * Puts a request to the user and returns once it is stored: no caller has to wait, and no process has to go on. Its answer is accepted
   * whenever it comes, unless `leaseMs` says otherwise. Its `callback` gets the settlement; `get`, `subscribe` or a later `ask` with the same
   * id learn of it as well. With the same id, questions and conversation, `open` returns the request that is there; an `ask` that is aborted
   * ends it.
   *
   * @throws AskUserError `sub_agent`, `missing_conversation`, `duplicate_request`, `store_failed`, `closed`
   * @throws RangeError if `leaseMs` is no time span
   * @throws TypeError if `callback` is no name, or the store has no `outbox`
   */
  open(request: AskUserRequest, options: OpenOptions): Promise<Opened>;
  /**
   * Gives every settlement of a request that was opened with this `callback` to the handler, whoever settled it: at least once, and to one
   * process at a time of those that have registered the name. The handler is called until it resolves; after too many failures the
   * settlement is parked. Register each name on at least one node, also after a restart: settlements wait in the store until then.
   *
   * @returns the way to unregister it here
   * @throws TypeError if the name is empty or registered already, `handler` or `delayMs` is no function, or the store has no `outbox`
   */
  registerCallback(name: string, handler: CallbackHandler, options?: CallbackOptions): () => void;
  /** The settlements that are parked, on any node. */
  parkedCallbacks(): Promise<readonly ParkedSettlement[]>;
  /** Gives a parked settlement to its callback again. Resolves to `false` if it is not parked. */
  retryCallback(requestId: string): Promise<boolean>;
  /** The requests that are not settled, first in first out. */
  pending(conversationId?: string | readonly string[]): Promise<readonly PendingRequest[]>;
  /** A request in whatever state it is, settled ones as long as the store remembers them. */
  get(requestId: string): Promise<StoredRequest | undefined>;
  /** Checked against the questions; the first valid one wins. Takes what a client sent, and trusts nothing of it. */
  answer(requestId: string, replies: readonly Reply[], options?: Omit<EndOptions, 'reason'>): Promise<Outcome>;
  cancel(requestId: string, options?: EndOptions): Promise<Outcome>;
  /** Taken whether or not dialogs offer it (`allowDecline`): who won't answer can't be made to. */
  decline(requestId: string, options?: DeclineOptions): Promise<Outcome>;
  /**
   * Something else took the questions' place, as a chat message does. Ends every request of the conversation, orphans too.
   *
   * @returns which requests it ended
   */
  supersede(
    conversationId: string,
    reason?: string,
  ): Promise<{ readonly ok: true; readonly requestIds: readonly string[] }>;
  /**
   * Events from now on, in order; what is pending already is told by `pending`, called afterwards. With a durable store a
   * request may be in both. Returns the way to unsubscribe.
   */
  subscribe(listener: (event: BrokerEvent) => void, options?: SubscribeOptions): () => void;
  /** The id of the newest event, whoever heard it: what `since` takes to be told what ends from now on. */
  lastEventId(): string;
  /**
   * Ends what this process asked as `aborted`. Where a durable store keeps it, the requests stay open, and each `ask` rejects
   * with `closed`. Afterwards nothing can be asked.
   */
  close(): Promise<void>;
}

/** What a broker is made of. */
export interface BrokerOptions {
  /** @default in memory */
  readonly store?: RequestStore | undefined;
  /** The clock, in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Ids of requests that have none. They must not be guessable. @default crypto.randomUUID */
  readonly nextId?: (() => string) | undefined;
  /**
   * How long a request in a durable store stays answerable while no caller waits for it: milliseconds, from the moment that the last
   * waiter's process is taken for dead, or `'none'` for no limit. `ask` can set another. A store in memory ignores it.
   *
   * @default 604800000, seven days
   */
  readonly leaseMs?: LeaseMs | undefined;
  /**
   * The largest request that is asked, in bytes of JSON as clients get it; its `raw` input may have as much again. A larger
   * request is `invalid`, with an issue that names its largest field. Every client that follows the conversation receives the
   * request, and a client skips an event of more than 16,000,000 characters. `Infinity` sets no limit.
   *
   * @default 1048576
   */
  readonly maxRequestBytes?: number | undefined;
  /**
   * How long no user can see a request until it counts as unattended, in milliseconds. A client that comes back within this time counts as
   * connected. A user of any process that shares the store counts; the process that asked or opened the request looks after it.
   *
   * @default 30000
   */
  readonly unattendedMs?: number | undefined;
  /** Hears of a request that is unattended; again only after a user could see it in between. Send an e-mail, for example. */
  readonly onUnattended?: ((request: PendingRequest) => unknown) | undefined;
  /** `unavailable` settles an unattended request, so that the agent goes on. @default 'wait' */
  readonly whenUnattended?: 'wait' | 'unavailable' | undefined;
  /** Hears of failures that no caller waits for: a lease that could not be renewed, a subscriber that threw. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}
