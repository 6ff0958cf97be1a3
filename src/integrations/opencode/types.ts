import type { AskVia } from '../shared/put.js';

/** What a call of the client's comes back with. */
export type Reply<T> = PromiseLike<{
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response?: { readonly status: number } | undefined;
}>;

/** With each call: when to give it up. */
interface Call {
  signal: AbortSignal;
}

/** Which call of the tool asks. */
export interface ToolCall {
  readonly messageID: string;
  readonly callID: string;
}

/** A question that a session waits with. */
export interface OpencodeQuestion {
  readonly id: string;
  readonly sessionID: string;
  /** As the server sent them: the dialect reads them. */
  readonly questions?: unknown;
  readonly tool?: ToolCall | undefined;
}

/** A part of a message; a tool call has an id and a state. */
export interface Part {
  readonly type?: string;
  readonly messageID?: string;
  readonly callID?: string;
  readonly state?: { readonly status: string };
}

/** An event of the server's, as far as this reads it. */
export interface OpencodeEvent {
  readonly type?: unknown;
  readonly properties?: {
    readonly sessionID?: unknown;
    readonly requestID?: unknown;
    readonly part?: Part;
    readonly info?: { readonly id?: unknown };
  };
}

/** What this takes of `createOpencodeClient` of `@opencode-ai/sdk/v2`. */
export interface OpencodeClient {
  readonly event: {
    subscribe(
      parameters: undefined,
      options: { signal: AbortSignal; sseMaxRetryAttempts: number; onSseError: (error: unknown) => void },
    ): PromiseLike<{ readonly stream: AsyncIterable<unknown> }>;
  };
  readonly question: {
    list(parameters: undefined, options: Call): Reply<readonly OpencodeQuestion[]>;
    reply(parameters: { requestID: string; answers: string[][] }, options: Call): Reply<unknown>;
    reject(parameters: { requestID: string }, options: Call): Reply<unknown>;
  };
  readonly session: {
    status(parameters: undefined, options: Call): Reply<Readonly<Record<string, { readonly type: string }>>>;
    message(
      parameters: { sessionID: string; messageID: string },
      options: Call,
    ): Reply<{ readonly parts: readonly Part[] }>;
  };
}

/** Where the questions of a server go. */
export interface BridgeOpencodeOptions extends Omit<AskVia, 'conversationId'> {
  /** Where a session's questions are shown; `undefined` for a session that is none of yours, whose questions are left alone. */
  readonly conversationId: (sessionID: string) => string | undefined | Promise<string | undefined>;
  /** Closes the bridge, as `close` does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Hears of what no caller waits for: the server can't be reached (once, until it can be), a question could not be asked, an answer
   * reached nobody.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A bridge that stands. */
export interface OpencodeBridge {
  /**
   * Resolves once opencode has been told of all that has ended so far. A message in the place of an answer is sent after it, or the
   * turn that ends takes no notice of it: `await broker.supersede(id); await bridge.delivered(); await client.session.prompt(…)`.
   */
  delivered(): Promise<void>;
  /**
   * Asks nothing any more, and withdraws what is open from the person. At opencode it stays open: the next bridge asks it again.
   * Resolves when all of that is done.
   */
  close(): Promise<void>;
}
