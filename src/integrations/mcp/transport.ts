import { checkInterval } from '../../host/check.js';
import { LONGEST_TIMER_MS } from '../../host/time.js';
import { isRecord } from '../../core/guards.js';
import type { AskOptions } from '../../host/index.js';
import type { AskUserRequest, AskUserResult } from '../../core/index.js';
import { createFormAsk } from '../shared/form-transport.js';
import { readErrorResult } from '../shared/forms.js';
import type { FallbackOptions } from '../shared/human.js';
import { anyOf } from '../shared/signals.js';

/** The part of a `Server` that is used. */
export interface ElicitingServer {
  elicitInput(params: never, options?: never): Promise<unknown>;
}

/**
 * The part of the `extra` argument of a tool handler that is used: the call's id, its signal, and its progress
 * notifications.
 */
export interface CallExtra {
  readonly requestId?: string | number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification?(notification: never): Promise<void>;
}

/** Options for `createElicitationTransport`. */
export interface ElicitationTransportOptions extends FallbackOptions {
  /**
   * Interval of progress notifications while a question is open, in milliseconds. They are sent if the call's client
   * requested progress, which `elicitationRequestOptions` does. Without them, Node's `fetch` closes a stream after five minutes
   * without data (its default). `Infinity` turns them off.
   *
   * @default 60000
   */
  readonly keepAliveMs?: number | undefined;
}

/**
 * Transport that asks the user of an MCP client. It uses `signal`, `timeoutMs` and `allow.skip` of the options;
 * `fallback` receives all of them, with the remaining time.
 */
export interface ElicitationTransport {
  ask(request: AskUserRequest, options?: Partial<AskOptions>): Promise<AskUserResult>;
}

const RESULTS_BY_CODE: Readonly<Record<string, AskUserResult>> = {
  [-32001]: { status: 'timedOut' },
  REQUEST_TIMEOUT: { status: 'timedOut' },
  [-32000]: { status: 'connectionLost' },
  CONNECTION_CLOSED: { status: 'connectionLost' },
  NOT_CONNECTED: { status: 'connectionLost' },
};

function failedWith(error: unknown, request: AskUserRequest): AskUserResult {
  const { code, data, message } = (error ?? {}) as { code?: unknown; data?: unknown; message?: unknown };
  // Sent by a client with this package: see `ElicitationError`.
  if (isRecord(data) && isRecord(data['_meta'])) {
    const stored = readErrorResult(data['_meta'], request);
    if (stored) return stored;
  }
  const known = typeof code === 'number' || typeof code === 'string' ? RESULTS_BY_CODE[code] : undefined;
  return known ?? { status: 'unavailable', reason: String(message ?? error) };
}

function keepAlive({ _meta, sendNotification }: CallExtra, everyMs: number): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined || !sendNotification || everyMs === Infinity) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: ++progress, message: 'Waiting for the user' };
    sendNotification({ method: 'notifications/progress', params } as never).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}

/**
 * Creates a transport that asks through the client of your MCP server, within a call of one of its tools. Use it with
 * `createAskUserTool` or alone.
 *
 * The result is `unavailable` if the client does not support forms, or declines or cancels before a user can have read
 * the form (`minHumanMs`). The same applies if the response does not fit the form, or if the client responds with an
 * error. A client with this package can add another status to its error. The result is `invalid` if the request cannot
 * be written as a form, `timedOut` after `timeoutMs`, and `aborted` if a signal is aborted. A closed connection aborts
 * the signal of `extra`. Without `extra`, the result is then `connectionLost`.
 *
 * @param server - An `McpServer` or its `Server`.
 * @param extra - The `extra` argument of the tool handler. Over Streamable HTTP, the question is sent on the stream of
 * that call; without `extra`, it reaches only clients that keep a separate stream open.
 * @throws {RangeError} If `minHumanMs` is not a number of 0 or more, or if `keepAliveMs` is neither `Infinity` nor a
 * positive number up to 2^31-1. `ask` rejects with one if `timeoutMs` is not a number of 0 or more.
 * @example
 * server.registerTool('deploy', {}, async (extra) => {
 *   const result = await createElicitationTransport(server, extra).ask(request);
 *   return { content: [{ type: 'text', text: askUser.toModelText(result, request) }] };
 * });
 */
export function createElicitationTransport(
  server: ElicitingServer | { readonly server: ElicitingServer },
  extra: CallExtra = {},
  { keepAliveMs = 60_000, ...human }: ElicitationTransportOptions = {},
): ElicitationTransport {
  checkInterval('keepAliveMs', keepAliveMs);
  const eliciting = 'server' in server ? server.server : server;
  const relatedRequestId = extra.requestId;
  const send = (form: object, _id: string, { signal }: AskOptions) =>
    eliciting.elicitInput(form as never, { signal, timeout: LONGEST_TIMER_MS, relatedRequestId } as never);
  const ask = createFormAsk({ send, toResult: failedWith }, human);
  return {
    async ask(request, options = {}) {
      const stop = keepAlive(extra, keepAliveMs);
      try {
        return await ask(request, { ...options, signal: anyOf(options.signal, extra.signal) });
      } finally {
        stop();
      }
    },
  };
}
