import type { BrokerAskOptions } from '../shared/ask-and-format.js';

/** Return value of a client call. */
export type Reply<T> = PromiseLike<{
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response?: { readonly status: number } | undefined;
}>;

export interface Call {
  signal: AbortSignal;
}

/** Identifies the tool call that asks. */
export interface ToolCall {
  readonly messageID: string;
  readonly callID: string;
}

/** An open question of a session. */
export interface OpencodeQuestion {
  readonly id: string;
  readonly sessionID: string;
  /** Questions as the server sent them. The dialect parses them. */
  readonly questions?: unknown;
  readonly tool?: ToolCall | undefined;
}

/** A form that waits for the user, of opencode 2. The bridge parses the fields. */
export interface OpencodeForm {
  readonly id: string;
  /** Session of the form, or `global` for the form of an MCP server. */
  readonly sessionID: string;
  readonly title?: unknown;
  readonly metadata?: unknown;
  /** Absent in the newest version. `url`: a web page instead of fields. */
  readonly mode?: unknown;
  readonly fields?: unknown;
}

/** Answer to a form, by the key of the field. A field that was skipped is absent. */
export type OpencodeFormAnswer = Readonly<Record<string, string | number | boolean | string[]>>;

/** A part of a message. A tool call has an id and a state. */
export interface Part {
  readonly type?: string;
  readonly messageID?: string;
  readonly callID?: string;
  readonly state?: { readonly status: string };
}

interface Properties {
  /** Id of a form that was settled. */
  readonly id?: unknown;
  readonly sessionID?: unknown;
  readonly requestID?: unknown;
  readonly part?: Part;
  readonly info?: { readonly id?: unknown };
  readonly form?: unknown;
}

/** The part of a server event that is used. The `properties` of `question.asked` are an `OpencodeQuestion`. */
export interface OpencodeEvent {
  readonly type?: unknown;
  readonly properties?: Properties;
  /** Properties of an event in the newer format. */
  readonly data?: Properties;
}

/** The part of the client of `createOpencodeClient` (`@opencode-ai/sdk/v2`) that is used. */
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
  /** Methods for forms of a client that has both, as `form` and `session.form`. */
  readonly v2?: unknown;
}

/** The part of the client of opencode 2 (`@opencode/client`) that is used. */
export interface Opencode2Client {
  readonly event: { subscribe(options: Call): AsyncIterable<unknown> };
  readonly form: { list(parameters: undefined, options: Call): PromiseLike<unknown> };
  readonly session: {
    readonly form: {
      list(parameters: { sessionID: string }, options: Call): PromiseLike<unknown>;
      reply(
        parameters: { sessionID: string; formID: string; answer: OpencodeFormAnswer },
        options: Call,
      ): PromiseLike<unknown>;
      cancel(parameters: { sessionID: string; formID: string }, options: Call): PromiseLike<unknown>;
    };
  };
}

/** Options for `bridgeOpencode`. */
export interface BridgeOpencodeOptions extends Omit<BrokerAskOptions, 'conversationId'> {
  /**
   * Returns the conversation that shows a session's questions, or `undefined` if the session is not yours. The
   * questions of such a session are ignored. The session `global` is that of forms of MCP servers: without a
   * conversation for it, they are reported to `onError`.
   */
  readonly conversationId: (sessionID: string) => string | undefined | Promise<string | undefined>;
  /** Closes the bridge when aborted, like `close()`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with errors that no caller receives. A lost connection is reported once until it is back.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Return value of `bridgeOpencode`. */
export interface OpencodeBridge {
  /**
   * Resolves when the current attempt to send each result so far has ended. A failed attempt is repeated later, and not
   * waited for. Send a message that replaces an answer only after this, because the turn that is ending would ignore
   * it:
   * `await broker.supersede(id); await bridge.delivered(); await client.session.prompt(…)`.
   */
  delivered(): Promise<void>;
  /**
   * Stops asking and withdraws the open questions from the user. They stay open at opencode, and the next bridge asks
   * them again. A result that has already arrived is still sent. Resolves when everything is withdrawn or sent.
   */
  close(): Promise<void>;
}
