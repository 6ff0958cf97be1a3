import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { Exchange } from '../../core/flow/types.js';
import type { WireRefusal, WireRequest } from '../wire.js';

/**
 * Status of a client's connection.
 *
 * - `connecting`: The client has not connected yet, or it has had no subscribers for 1 s.
 * - `online`: The client receives events, or reconnects after a clean end or a change of network (for at most 2 s).
 * - `offline`: The connection was lost or could not be opened. The client reconnects automatically.
 * - `unauthorized`: The server responded 401, or redirected to a page without events. The user has to sign in.
 * - `forbidden`: The server responded 403. The user may not see the events.
 * - `misdirected`: The server responded 421. It does not accept the host name of its URL; see `hosts` of the handler.
 * - `closed`: `close()` was called.
 *
 * A client that was refused (`unauthorized`, `forbidden`, `misdirected`) retries after 30 to 60 s, on `reconnect()`,
 * after a successful delivery, and if the network or the visibility of the page changes.
 */
export type ConnectionStatus =
  | 'connecting'
  | 'online'
  | 'offline'
  | 'unauthorized'
  | 'forbidden'
  | 'misdirected'
  | 'closed';

/** Refusal of a client by its server. */
export type Refusal = Extract<ConnectionStatus, WireRefusal['code']>;

/** A settled request that this client has shown as pending. */
export interface SettledRequest {
  readonly request: WireRequest;
  readonly result: AskUserResult;
  /** Name of the user who settled it. */
  readonly by?: string | undefined;
  /** Whether this client settled it. */
  readonly isLocal: boolean;
  /** `false` if the agent went on without this result. */
  readonly reached?: false | undefined;
}

/** State of a client. */
export interface AskUserClientState {
  readonly connection: ConnectionStatus;
  /** Pending requests, in opening order, each id once. A request that does not change stays the same object. */
  readonly requests: readonly WireRequest[];
  /**
   * What users have asked the agent about the questions of the pending requests, and the replies, by instance id, as far
   * as they are loaded.
   */
  readonly exchanges: Readonly<Record<string, readonly Exchange[]>>;
  /** Settled requests, newest last, at most 50. Another instance of the same `requestId` may be pending. */
  readonly settled: readonly SettledRequest[];
}

/** Result of a delivery. If it is not `ok`, keep the user's input. */
export type DeliveryResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** `offline`: No usable response arrived. The delivery may have arrived; it is safe to resend it. */
      readonly code: WireRefusal['code'] | 'offline';
      readonly message: string;
      readonly issues?: WireRefusal['issues'];
    };

/** Options of a delivery. */
export interface DeliveryOptions {
  /**
   * Instance that the user answers. If the server has another instance of the request id, the delivery is refused as
   * `unknown`. Defaults to the instance in the client's state: the pending one, or else the newest settled one. Without
   * either, the server settles the instance that it has.
   */
  readonly instanceId?: string | undefined;
}

/** Client of a handler, with the pending requests. It connects while it has subscribers. */
export interface AskUserClient {
  /** Returns the current state: the same object until it changes. */
  getState(): AskUserClientState;
  /** Returns the state before the first connection, for server rendering. */
  getInitialState(): AskUserClientState;
  /** Subscribes to changes of the state, and connects. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Delivers an answer. Never rejects. */
  answer(requestId: string, replies: readonly Reply[], options?: DeliveryOptions): Promise<DeliveryResult>;
  /** Delivers a cancellation. Never rejects. */
  cancel(
    requestId: string,
    options?: DeliveryOptions & { readonly reason?: string | undefined },
  ): Promise<DeliveryResult>;
  /**
   * Delivers a decline. With `discuss`, the user wants to discuss the questions first: `reason` is the message, `about`
   * the ID of the question to discuss, if it is a certain one, and `replies` are the answers so far. Never rejects.
   */
  decline(
    requestId: string,
    options?: DeliveryOptions & {
      readonly reason?: string | undefined;
      readonly discuss?: boolean | undefined;
      readonly about?: string | undefined;
      readonly replies?: readonly Reply[] | undefined;
    },
  ): Promise<DeliveryResult>;
  /**
   * Asks the agent about a question, and resolves to the reply. Pass it as `onAskBack` if `askBack.offered` of the
   * request is `true`.
   *
   * @throws {Error} If the question is refused or cannot be sent, if there is no reply, or if the request ends first.
   */
  askBack(
    requestId: string,
    exchange: Pick<Exchange, 'key' | 'questionId' | 'text'>,
    options?: DeliveryOptions & { readonly signal?: AbortSignal | undefined },
  ): Promise<string>;
  /** Removes a settled or an orphaned request from the state. */
  dismiss(requestId: string): void;
  /** Reconnects now if the client waits to reconnect. */
  reconnect(): void;
  /** Closes the client permanently, and aborts deliveries. */
  close(): void;
}

/** Options for `createAskUserClient`. */
export interface AskUserClientOptions {
  /**
   * URL of the handler, absolute or relative to the page, such as `/ask-user`. Its query is sent with every request.
   */
  readonly url: string;
  /** Conversation to show. Defaults to all that the client may see. */
  readonly conversationId?: string | undefined;
  /** Headers of every request. A function is called for each request, so that a token may change. */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** `credentials` of `fetch`; `include` sends cookies to another origin. Defaults to `same-origin`. */
  readonly credentials?: RequestCredentials | undefined;
  /** Function that streams responses. React Native's `fetch` does not; `expo/fetch` does. @default fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Returns a number from 0 to 1 that spreads the retries of many clients. @default Math.random */
  readonly random?: (() => number) | undefined;
  /**
   * Called with errors that no caller receives, such as those of a lost connection or a subscriber. They are ignored by
   * default.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}
