import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { reasonOf, withReason } from '../../host/broker/requests.js';
import type { AskOptions } from '../../host/types.js';
import { endingTold, readForm, skippable, writeForm } from '../shared/forms.js';
import { byUser, checkMinHuman, orElse, type FallbackOptions } from '../shared/human.js';
import { anyOf } from './handler.js';
import { PATIENT } from './patience.js';

/** What is needed of a `Server`. */
export interface ElicitingServer {
  elicitInput(params: never, options?: never): Promise<unknown>;
}

/** What is needed of what a tool's handler is given: which call it is, its end, and how to tell that it goes on. */
export interface CallExtra {
  readonly requestId?: string | number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification?(notification: never): Promise<void>;
}

/** How a server asks. */
export interface ElicitationAskerOptions extends FallbackOptions {
  /**
   * While a question is open, how often the call's client is told that it goes on, in milliseconds, where it asked for that (`PATIENT` does):
   * `fetch` in Node takes a stream that is silent for five minutes, its default, for a dead one. `Infinity`: never.
   *
   * @default 60000
   */
  readonly keepAliveMs?: number | undefined;
}

/** Asks whoever is at the client. Of the options only `signal`, `timeoutMs` and `allowSkip` count: where it is shown is the client's. */
export interface ElicitationAsker {
  ask(request: AskUserRequest, options?: Partial<AskOptions>): Promise<AskUserResult>;
}

const ENDED: Readonly<Record<string, AskUserResult>> = {
  [-32001]: { status: 'timedOut' },
  REQUEST_TIMEOUT: { status: 'timedOut' },
  [-32000]: { status: 'connectionLost' },
  CONNECTION_CLOSED: { status: 'connectionLost' },
  NOT_CONNECTED: { status: 'connectionLost' },
};

/** An error is no answer, and no cancellation either. */
function failedWith(error: unknown, request: AskUserRequest): AskUserResult {
  const { code, data, message } = (error ?? {}) as { code?: unknown; data?: unknown; message?: unknown };
  // Told by a client with this library: see `ElicitationError`.
  if (isRecord(data) && isRecord(data['_meta'])) {
    const told = endingTold(data['_meta'], request);
    if (told) return told;
  }
  const known = typeof code === 'number' || typeof code === 'string' ? ENDED[code] : undefined;
  return known ?? { status: 'unavailable', reason: String(message ?? error) };
}

/** Says now and then that a call goes on, to a client that asked for its progress. */
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
 * Asks through the client of an MCP server of yours, within a call of one of its tools: for `createAskUserTool`, or alone. Every question gets
 * a property of a form, and where own words are allowed one more for those, `<id>__other`, so that the server's own check takes them.
 *
 * Does not reject, unless `fallback` does. A client that can't show a form is `unavailable`, as is one that answers what the form doesn't
 * allow, or declines before a user can have read it (`minHumanMs`); the call's end is `aborted`, a closed connection `connectionLost`.
 *
 * @param server an `McpServer`, or its `Server`
 * @param extra what the tool's handler got. Over Streamable HTTP the question goes the way of that call; without it only clients that keep
 * a stream open hear of it.
 * @throws RangeError if `minHumanMs` is no number from 0 on
 * @example
 * server.registerTool('deploy', {}, async (extra) => {
 *   const result = await elicitationAsker(server, extra).ask(request);
 *   return { content: [{ type: 'text', text: askUser.toModelText(result, request) }] };
 * });
 */
export function elicitationAsker(
  server: ElicitingServer | { readonly server: ElicitingServer },
  extra: CallExtra = {},
  { keepAliveMs = 60_000, minHumanMs, now = Date.now, fallback }: ElicitationAskerOptions = {},
): ElicitationAsker {
  const minMs = checkMinHuman(minHumanMs);
  const { requestId, signal: ended } = extra;
  const eliciting = 'server' in server ? server.server : server;

  async function elicit(request: AskUserRequest, timeoutMs: number, signal: AbortSignal): Promise<AskUserResult> {
    const written = writeForm(request);
    if (!written.ok) return { status: 'invalid', issues: written.issues };
    const options = { signal, timeout: Math.min(timeoutMs, PATIENT.timeout), relatedRequestId: requestId };
    const askedAt = now();
    try {
      const wire = await eliciting.elicitInput(written.value as never, options as never);
      return byUser(readForm(wire, request), now() - askedAt, minMs);
    } catch (error) {
      return signal.aborted ? withReason('aborted', reasonOf(signal)) : failedWith(error, request);
    }
  }

  return {
    async ask(asked, { timeoutMs, ...options } = {}) {
      const signal = anyOf(options.signal, ended);
      if (signal.aborted) return withReason('aborted', reasonOf(signal));
      const askedAt = now();
      const stop = keepAlive(extra, keepAliveMs);
      try {
        const result = await elicit(skippable(asked, options.allowSkip), timeoutMs ?? Infinity, signal);
        const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (now() - askedAt));
        return await orElse(result, fallback, asked, { ...options, signal, timeoutMs: left });
      } finally {
        stop();
      }
    },
  };
}
