import { checkTimeout, reasonOf, withReason } from '../../host/broker/requests.js';
import { after } from '../../host/time.js';
import type { AskOptions } from '../../host/index.js';
import type { AskUserRequest, AskUserResult } from '../../core/index.js';
import { readForm, skippable, writeForm } from './forms.js';
import { anyOf } from './signals.js';
import { byUser, checkMinHuman, type FallbackOptions } from './human.js';

/** The connection to a client that shows forms. */
interface FormClient {
  /** Resolves to the client's response. `undefined` if the client does not support forms. */
  readonly send:
    | ((form: object, requestId: string, options: AskOptions & { readonly signal: AbortSignal }) => Promise<unknown>)
    | undefined;
  /** Reads an error with which `send` rejected, unless it was aborted. */
  toResult(error: unknown, request: AskUserRequest): AskUserResult;
}

/** Creates the `ask` of a transport that sends each request to a client as a form. */
export function createFormAsk(
  { send, toResult }: FormClient,
  { minHumanMs, now = Date.now, fallback }: FallbackOptions,
): (request: AskUserRequest, options: AskOptions) => Promise<AskUserResult> {
  const minMs = checkMinHuman(minHumanMs);

  async function elicit(asked: AskUserRequest, options: AskOptions): Promise<AskUserResult> {
    if (!send) return { status: 'unavailable', reason: 'This client does not support forms.' };
    const { signal, timeoutMs = Infinity } = options;
    const request = skippable(asked, options.allow);
    const written = writeForm(request);
    if (!written.ok) return { status: 'invalid', issues: written.issues };
    const time = new AbortController();
    const stop = after(timeoutMs, () => time.abort('The time for an answer is over.'));
    const askedAt = now();
    let response: unknown;
    // Catch only errors of this call: a programming error is not a lost connection.
    try {
      response = await send(written.value, request.requestId, { ...options, signal: anyOf(signal, time.signal) });
    } catch (error) {
      if (signal?.aborted) return withReason('aborted', reasonOf(signal));
      return time.signal.aborted ? { status: 'timedOut' } : toResult(error, asked);
    } finally {
      stop();
    }
    return byUser(readForm(response, request), now() - askedAt, minMs);
  }

  return async (request, options) => {
    const { signal, timeoutMs } = options;
    checkTimeout(timeoutMs);
    if (signal?.aborted) return withReason('aborted', reasonOf(signal));
    const askedAt = now();
    const result = await elicit(request, options);
    if (result.status !== 'unavailable' || !fallback) return result;
    const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (now() - askedAt));
    return fallback.ask(request, { ...options, timeoutMs: left });
  };
}
