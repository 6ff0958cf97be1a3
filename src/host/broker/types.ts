import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { Exchange } from '../../core/flow/types.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { LeaseMs, Settlement, StoredRequest } from '../store.js';
import type { AskBackState, RequestInstance } from '../store/types.js';
import type { ParkedSettlement } from '../store/requests.js';
import type { AskUserTransport, AskOptions } from '../types.js';
import type { CallbackHandler, CallbackOptions } from './callback-types.js';

/** A request that is not settled. */
export interface PendingRequest extends RequestInstance {
  readonly state: 'awaiting_user_response' | 'orphaned';
  /** Absent if nobody can or could reply to a question of the user. */
  readonly askBack?: AskBackState | undefined;
  /**
   * Whether an `ask` waits for a request that was opened for an agent that does not (`blocking: false`). Meanwhile,
   * clients receive it as a request whose agent waits.
   */
  readonly awaited?: true | undefined;
}

/** A question of a user to the agent. */
export interface AskBackCall extends Pick<Exchange, 'questionId' | 'text' | 'by'> {
  /**
   * Identifies the exchange in its request: at most 255 characters. Repeating the call has no effect, but after a failed
   * exchange it asks again.
   */
  readonly key: string;
  /** Instance that the user asks about; another stored instance is `unknown`. Defaults to the stored instance. */
  readonly instanceId?: string | undefined;
}

/**
 * Result of `askBack`. With `ok`, the reply arrives as `asked_back` event with at least this `revision`, or has arrived.
 *
 * - `not_offered`: Nobody can reply now, or the question is secret.
 * - The other codes are those of a `SettleResult`.
 */
export type AskBackResult =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly code: 'unknown' | 'already_resolved' | 'orphaned' | 'not_offered' }
  | { readonly ok: false; readonly code: 'invalid'; readonly issues: readonly Issue[] };

/**
 * Result of `answer`, `cancel` and `decline`. If `ok` is `false`, the delivery has not settled the request:
 *
 * - `unknown`: The store has no such request or instance.
 * - `already_resolved`: The request was settled before.
 * - `invalid`: The replies are invalid; see `issues`.
 * - `orphaned`: The lease has expired.
 */
export type SettleResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'unknown' | 'already_resolved' | 'orphaned' }
  | { readonly ok: false; readonly code: 'invalid'; readonly issues: readonly Issue[] };

/** Options of `answer`, `cancel` and `decline`. */
export interface SettleOptions {
  /** Name of the user, shown to the other clients. */
  readonly by?: string | undefined;
  /**
   * Idempotency key of this delivery; it must be unguessable. Repeating the delivery with the same `by` and the same
   * key returns `{ ok: true }` and has no effect. If the result would differ, for example in a reply or the reason, the
   * repetition is `already_resolved`. Answers to secret questions are not compared.
   */
  readonly idempotencyKey?: string | undefined;
  /** Reason for the agent. */
  readonly reason?: string | undefined;
  /** Instance to settle; another stored instance is `unknown`. Defaults to the stored instance. */
  readonly instanceId?: string | undefined;
}

/** Options of `decline`. */
export interface DeclineOptions extends SettleOptions {
  /** Whether the user wants to discuss the questions first. `reason` is then the user's message. @default false */
  readonly discuss?: boolean | undefined;
  /** ID of the question that the user wants to discuss, if it is a certain one; ignored without `discuss`. */
  readonly about?: string | undefined;
  /**
   * Replies to the questions that the user has answered so far; ignored without `discuss`. They are validated as in
   * `answer`, but unanswered questions may be absent, and no reply may be skipped.
   */
  readonly replies?: readonly Reply[] | undefined;
}

/** Event of a broker. Its `id` is valid in this broker only; see `since`. */
export type BrokerEvent =
  | {
      readonly id: string;
      readonly type: 'awaiting_user_response' | 'orphaned';
      readonly request: PendingRequest;
    }
  | {
      readonly id: string;
      /** A user has asked the agent about a question, an exchange has ended, or whether somebody can reply has changed. */
      readonly type: 'asked_back';
      readonly request: PendingRequest;
      /** The exchanges that are new or have changed. */
      readonly exchanges: readonly Exchange[];
    }
  | {
      readonly id: string;
      readonly type: 'settled';
      readonly request: RequestInstance;
      readonly settlement: Settlement;
    }
  | {
      readonly id: string;
      /** The request was settled before, and its agent went on without that settlement. */
      readonly type: 'unreached';
      readonly request: RequestInstance;
      readonly settlement: Settlement;
    };

/** Options of `open`. */
export interface OpenOptions extends Omit<AskOptions, 'signal' | 'timeoutMs' | 'onAskBack'> {
  readonly conversationId: string;
  /**
   * Time that a new request stays answerable without a waiting caller, in milliseconds. A stored request keeps its
   * lease. A request whose agent does not wait (`blocking: false`) has no limit.
   *
   * @default 'none'
   */
  readonly leaseMs?: LeaseMs | undefined;
  /** Name of the callback that receives the settlement; see `registerCallback`. */
  readonly callback?: string | undefined;
}

/**
 * The requests that `supersede` settles: all of a conversation, given by its id; those of a conversation whose agents wait;
 * or one, of any instance unless `instanceId` names it.
 */
export type SupersedeTarget =
  | string
  | { readonly conversationId: string; readonly blocking?: true | undefined }
  | { readonly requestId: string; readonly instanceId?: string | undefined };

/** Result of `open`: the stored request, or the issues of a request that no user could answer. */
type OpenResult =
  | {
      readonly ok: true;
      /** The stored request. It can already be settled, for example if it was opened before. */
      readonly opened: StoredRequest;
    }
  | { readonly ok: false; readonly code: 'invalid'; readonly issues: readonly Issue[] };

/** Options of a broker's `ask`. */
export interface BrokerAskOptions extends AskOptions {
  readonly conversationId: string;
  /**
   * Time that the request stays answerable while no caller waits for it, in milliseconds, or `'none'`. Defaults to the
   * lease of the stored request, or to the broker's `leaseMs` if the request is new.
   */
  readonly leaseMs?: LeaseMs | undefined;
}

/** Options of `subscribe`. */
export interface SubscribeOptions {
  /** Conversation, or conversations, to receive events of. Defaults to all. */
  readonly conversationId?: string | readonly string[] | undefined;
  /**
   * Id of the last event that was received from this broker; another broker's id has no effect. Settlements published
   * since then are replayed at once, in order, if they are among the newest 1,000 of the broker (at most 16 MiB). At
   * most 256 KiB are replayed: the broker chooses from the newest on, and skips a settlement that no longer fits. Call
   * `get` for the others.
   */
  readonly since?: string | undefined;
  /**
   * Whether a user can see these conversations through this subscription; see `unattendedMs`. Omit it in a logger or a
   * notifier.
   *
   * @default false
   */
  readonly attended?: boolean | undefined;
}

/**
 * Holds pending requests between agents and users, and settles each at most once.
 *
 * If the store fails, a method can reject with its error. A delivery may then have taken effect. It is safe to retry it
 * with the same `idempotencyKey`.
 */
export interface AskUserBroker extends AskUserTransport {
  /**
   * Opens a request and resolves with its result when it is settled.
   *
   * A call with the id, questions and conversation of a stored request attaches to it, or resolves with its stored
   * result. If several calls wait for one request, an abort or a time limit settles it when the last one leaves. A call
   * counts as one of them until the withdrawal is stored; a later one resolves as `aborted`. A request without an id
   * receives one from `nextId`.
   *
   * The result is `invalid`, and nothing is stored, if no user could answer the request, for example because it has no
   * questions or exceeds `maxRequestBytes`.
   *
   * A call that is aborted or times out waits at most 5 s for the store to confirm the withdrawal.
   *
   * @throws {AskUserError} If the user could not be asked, if the store does not confirm the request, or if the broker
   * is closed while a durable store keeps the request pending; see `AskUserErrorCode`.
   * @throws {RangeError} If `timeoutMs` or `leaseMs` is invalid.
   * @throws {TypeError} If `signal` is invalid.
   */
  ask(request: AskUserRequest, options: BrokerAskOptions): Promise<AskUserResult>;
  /**
   * Opens a request and resolves once it is stored, without waiting for the answer. In a durable store, the request
   * stays answerable after the process has ended, by default without a limit. Its `callback` receives the settlement.
   * Opening the same request again returns the stored one.
   *
   * @throws {AskUserError} If the request cannot be opened, or is open without this `callback`; see `AskUserErrorCode`.
   * @throws {RangeError} If `leaseMs` is invalid.
   * @throws {TypeError} If `callback` is not a non-empty string.
   */
  open(request: AskUserRequest, options: OpenOptions): Promise<OpenResult>;
  /**
   * Calls the handler with the settlements of requests that were opened with this `callback`. A failed call is retried
   * with backoff; after `attempts` failures the settlement is parked. Register the name on at least one node after a
   * restart. Until then, settlements wait in the store.
   *
   * @returns A function that unregisters the handler in this broker.
   * @throws {TypeError} If the name is not a non-empty string or is already registered, or `handler` or `delayMs` is not
   * a function.
   * @throws {RangeError} If `attempts` is not at least 1, `leaseMs` or `timeoutMs` is not positive, or `leaseMs` is
   * above 2,147,483,647.
   * @throws {AskUserError} With code `closed` if the broker is closed.
   */
  registerCallback(name: string, handler: CallbackHandler, options?: CallbackOptions): () => void;
  /** Returns the parked settlements of all nodes. */
  parkedCallbacks(): Promise<readonly ParkedSettlement[]>;
  /** Makes a parked settlement due again. Resolves to `false` if it is not parked. */
  retryCallback(requestId: string): Promise<boolean>;
  /** Returns the pending requests of these conversations, or of all, in opening order. */
  pending(conversationId?: string | readonly string[]): Promise<readonly PendingRequest[]>;
  /** Returns a request in its current state, or `undefined` if the store has none or has evicted it. */
  get(requestId: string): Promise<StoredRequest | undefined>;
  /** Settles the request as `answered` if the replies are valid. */
  answer(requestId: string, replies: readonly Reply[], options?: Omit<SettleOptions, 'reason'>): Promise<SettleResult>;
  /** Settles the request as `cancelled`. */
  cancel(requestId: string, options?: SettleOptions): Promise<SettleResult>;
  /** Settles the request as `declined`, even without `allow.decline`. */
  decline(requestId: string, options?: DeclineOptions): Promise<SettleResult>;
  /**
   * Asks the agent about a question, as its `onAskBack` allows. The reply arrives as `asked_back` event. Whoever may
   * answer may call it.
   */
  askBack(requestId: string, call: AskBackCall): Promise<AskBackResult>;
  /** Returns what users have asked about a question, or about all questions, and the replies; oldest first. */
  exchanges(requestId: string, questionId?: string): Promise<readonly Exchange[]>;
  /** Settles the request as `aborted`, even if it is orphaned: its agent has ended, or no longer needs the answers. */
  withdraw(requestId: string, options?: Pick<SettleOptions, 'reason' | 'instanceId'>): Promise<SettleResult>;
  /**
   * Settles pending requests as `superseded`, including orphaned ones: those of a conversation, or one. Call it when a
   * chat message arrives, for example. With `{ conversationId, blocking: true }`, requests whose agents do not wait stay.
   *
   * @returns The ids of the requests that this call settled.
   */
  supersede(
    target: SupersedeTarget,
    reason?: string,
  ): Promise<{ readonly ok: true; readonly requestIds: readonly string[] }>;
  /**
   * Deletes what the store contains of the conversation. Settles its pending requests as `superseded` first. A
   * settlement that a callback has not acknowledged is kept until then, unless it is parked: purge again afterwards. An
   * `ask` of another broker that has not received its result resolves as `connectionLost`. Other brokers keep the
   * settlements that they have published, at most the newest 1,000, in memory until they are closed.
   *
   * @returns The ids of the deleted requests.
   */
  purge(conversationId: string): Promise<{ readonly ok: true; readonly requestIds: readonly string[] }>;
  /**
   * Subscribes to later events, in order; `since` replays earlier ones first. Call `pending` afterwards for the
   * requests that are already pending; a request may be in both. Returns an unsubscribe function.
   *
   * @throws {TypeError} If `listener` is not a function.
   */
  subscribe(listener: (event: BrokerEvent) => void, options?: SubscribeOptions): () => void;
  /** Returns the id of the newest event, for `since`. Before the first event, it is an id that precedes all events. */
  lastEventId(): string;
  /**
   * Stops the broker; later calls of `ask`, `open` and `registerCallback` fail with `closed`. Requests that an `ask` of
   * this broker waits for settle as `aborted`. In a durable store they stay pending instead, and each waiting `ask`
   * rejects with `closed`.
   */
  close(): Promise<void>;
}
