import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { checkTimeout, reasonOf, withReason } from '../../host/broker/requests.js';
import { after } from '../../host/broker/timers.js';
import type { Asker, AskOptions } from '../../host/types.js';
import { endingTold, readForm, skippable, writeForm } from '../shared/forms.js';
import { byUser, checkMinHuman, orElse, type FallbackOptions } from '../shared/human.js';

/** As much of the SDK's `AgentContext` as is needed: `context.client` in a handler, or the connection's own. */
export interface AcpClient {
  request(
    method: string,
    params: unknown,
    options: { cancellationSignal: AbortSignal; stopWaitingOnCancel: true },
  ): Promise<unknown>;
}

/** Which client is asked, and in which session. */
export interface AcpAskerOptions extends FallbackOptions {
  /** What the client said in `initialize`. One that has not declared `elicitation.form` is asked nothing. */
  readonly clientCapabilities: { readonly elicitation?: { readonly form?: object | null } | null } | null | undefined;
  /** @default the `conversationId` that is asked with */
  readonly sessionId?: string | undefined;
  /** The ids of requests are those of tool calls that the client was told of: names them beside the question. @default false */
  readonly toolCalls?: boolean | undefined;
}

/**
 * The agent's side of ACP: an asker that puts each request to the client. Use it as the `broker` of `createAskUserTool`.
 *
 * A client without the capability is `unavailable`, and so is one that fails, gives what does not fit the question, or declines before a user
 * can have read it (`minHumanMs`). An aborted `signal` takes the question back at once, whether or not the client listens; a connection that
 * closes is `connectionLost`.
 *
 * @throws RangeError if `minHumanMs` is no number from 0 on
 * @example
 * const broker = acpAsker(client, { clientCapabilities, sessionId });
 * const { content } = await createAskUserTool({ tool: askUserTool, broker }).execute(input, { toolCallId, signal });
 */
export function acpAsker(
  client: AcpClient,
  { clientCapabilities, sessionId, toolCalls, minHumanMs, now = Date.now, fallback }: AcpAskerOptions,
): Asker {
  const minMs = checkMinHuman(minHumanMs);

  const send = async (request: AskUserRequest, options: AskOptions, signal: AbortSignal): Promise<AskUserResult> => {
    const written = writeForm(request);
    if (!written.ok) return { status: 'invalid', issues: written.issues };
    const scope = {
      sessionId: sessionId ?? options.conversationId ?? '',
      ...(toolCalls && { toolCallId: request.requestId }),
    };
    const params = { ...scope, ...(written.value as object) };
    const askedAt = now();
    const wire = await client.request('elicitation/create', params, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    });
    return byUser(readForm(wire, request), now() - askedAt, minMs);
  };

  async function elicit(given: AskUserRequest, options: AskOptions): Promise<AskUserResult> {
    const { signal, timeoutMs } = options;
    if (!clientCapabilities?.elicitation?.form) return { status: 'unavailable', reason: 'This client has no forms.' };
    const time = new AbortController();
    const stop = timeoutMs === undefined ? undefined : after(timeoutMs, () => time.abort());
    try {
      return await send(
        skippable(given, options.allowSkip),
        options,
        AbortSignal.any([time.signal, ...(signal ? [signal] : [])]),
      );
    } catch (error) {
      if (signal?.aborted) return aborted(signal);
      if (time.signal.aborted) return { status: 'timedOut' };
      return failed(error, given);
    } finally {
      stop?.();
    }
  }

  return {
    mode: 'rpc',
    async ask(given, options) {
      const { signal, timeoutMs } = options;
      checkTimeout(timeoutMs);
      if (signal?.aborted) return aborted(signal);
      const askedAt = now();
      const result = await elicit(given, options);
      const left = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (now() - askedAt));
      return orElse(result, fallback, given, { ...options, timeoutMs: left });
    },
  };
}

const aborted = (signal: AbortSignal): AskUserResult => withReason('aborted', reasonOf(signal));

/** The SDK's `RequestError` is the client's word; anything else is the connection's end. */
function failed(error: unknown, request: AskUserRequest): AskUserResult {
  const { code, message, data } = isRecord(error) ? error : {};
  const { details, _meta } = isRecord(data) ? data : {};
  const reason = String(details ?? message ?? error);
  if (typeof code !== 'number') return { status: 'connectionLost', reason };
  // Told by a client with this library: see `acpElicitation`.
  const told = endingTold(_meta, request);
  return told ?? { status: code === CANCELLED ? 'aborted' : 'unavailable', reason };
}

/** "Request cancelled" */
const CANCELLED = -32800;
