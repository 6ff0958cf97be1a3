import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { checkTimeout, reasonOf, withReason } from '../../host/broker/requests.js';
import { after } from '../../host/broker/timers.js';
import type { Asker, AskOptions } from '../../host/types.js';
import { endingTold, readForm, skippable, writeForm } from '../shared/forms.js';

/** As much of the SDK's `AgentContext` as is needed: `context.client` in a handler, or the connection's own. */
export interface AcpClient {
  request(
    method: string,
    params: unknown,
    options: { cancellationSignal: AbortSignal; stopWaitingOnCancel: true },
  ): Promise<unknown>;
}

/** Which client is asked, and in which session. */
export interface AcpAskerOptions {
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
 * A client without the capability is `unavailable`, and so is one that fails or gives what does not fit the question. An aborted `signal`
 * takes the question back at once, whether or not the client listens; a connection that closes is `connectionLost`.
 *
 * @example
 * const broker = acpAsker(client, { clientCapabilities, sessionId });
 * const { content } = await createAskUserTool({ tool: askUserTool, broker }).execute(input, { toolCallId, signal });
 */
export function acpAsker(client: AcpClient, { clientCapabilities, sessionId, toolCalls }: AcpAskerOptions): Asker {
  const ask = async (request: AskUserRequest, options: AskOptions, signal: AbortSignal): Promise<AskUserResult> => {
    const written = writeForm(request);
    if (!written.ok) return { status: 'invalid', issues: written.issues };
    const scope = {
      sessionId: sessionId ?? options.conversationId,
      ...(toolCalls && { toolCallId: request.requestId }),
    };
    const params = { ...scope, ...(written.value as object) };
    const wire = await client.request('elicitation/create', params, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    });
    return readForm(wire, request);
  };

  return {
    mode: 'rpc',
    async ask(given, options) {
      const { signal, timeoutMs } = options;
      checkTimeout(timeoutMs);
      if (signal?.aborted) return aborted(signal);
      if (!clientCapabilities?.elicitation?.form) return { status: 'unavailable', reason: 'This client has no forms.' };
      const time = new AbortController();
      const stop = timeoutMs === undefined ? undefined : after(timeoutMs, () => time.abort());
      try {
        return await ask(
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
