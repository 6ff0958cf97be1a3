import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { WireRefusal, WireRequest } from '../wire.js';

/**
 * - `connecting`: not heard of the host yet.
 * - `online`: what is shown is what is pending.
 * - `offline`: the connection was lost; it comes back by itself.
 * - `refused`: the host lets this client see nothing (401 or 403). Asked again at times, and by `reconnect`.
 * - `closed`: by `close`.
 */
export type Connection = 'connecting' | 'online' | 'offline' | 'refused' | 'closed';

/** A request that this client saw pending, and that has ended. */
export interface EndedRequest {
  readonly request: WireRequest;
  readonly result: AskUserResult;
  /** Whose ending it was, as the host names its users. */
  readonly by?: string | undefined;
  /** It was this client's. */
  readonly own: boolean;
  /** Set if the agent had gone on with another result before it could learn of this one. */
  readonly reached?: false | undefined;
}

/** What a client shows. */
export interface AskUserClientState {
  readonly connection: Connection;
  /** First in first out, each id once. The same object as long as nothing about it changes. */
  readonly requests: readonly WireRequest[];
  /** The newest last, at most 50, each `instanceId` once. Another instance of the same `requestId` may be pending. */
  readonly endings: readonly EndedRequest[];
}

/** What came of a delivery. Refused, or not delivered, what the person entered is to be kept. */
export type Delivery =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** `offline`: the host was not reached; it may or may not have got it, and the same can be sent again. */
      readonly code: WireRefusal['code'] | 'offline';
      readonly message: string;
      readonly issues?: WireRefusal['issues'];
    };

/** Options of every delivery. */
export interface DeliveryOptions {
  /**
   * The instance that the user answers. If the host has another instance of the request id, the delivery is refused as `unknown`.
   * Defaults to the instance that the client shows, or showed last.
   */
  readonly instanceId?: string | undefined;
}

/** A browser's connection to a host's pending questions. It connects while anybody subscribes. */
export interface AskUserClient {
  getState(): AskUserClientState;
  getInitialState(): AskUserClientState;
  subscribe(listener: () => void): () => void;
  answer(requestId: string, replies: readonly Reply[], options?: DeliveryOptions): Promise<Delivery>;
  cancel(requestId: string, options?: DeliveryOptions & { readonly reason?: string | undefined }): Promise<Delivery>;
  /** With `discuss`, the user wants to discuss the questions first: `reason` is the message, `replies` what is answered so far. */
  decline(
    requestId: string,
    options?: DeliveryOptions & {
      readonly reason?: string | undefined;
      readonly discuss?: boolean | undefined;
      readonly replies?: readonly Reply[] | undefined;
    },
  ): Promise<Delivery>;
  /** Forgets an ending, or an orphaned request. */
  dismiss(requestId: string): void;
  /** Tries again now, where it waits to. */
  reconnect(): void;
  close(): void;
}

/** Where the host is, and how it is reached. */
export interface AskUserClientOptions {
  /**
   * The address of the host's handler: relative to the page, as `/ask-user`, or a whole one. Elsewhere than in a page it has to
   * be a whole one. A query in it goes with every request.
   */
  readonly url: string;
  /** Only the questions of this conversation. @default all that the host lets this client see */
  readonly conversationId?: string | undefined;
  /** Go with every request. A function is asked each time, so that a token may change. @default none */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** As fetch has it: `include` for cookies of another origin. @default fetch's own, `same-origin` */
  readonly credentials?: RequestCredentials | undefined;
  /** Has to read streams. React Native's own does not; that of `expo/fetch` does. @default fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** From 0 to 1: spreads what many clients try again. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Hears why a connection was lost or an attempt failed, for a developer to read. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}
