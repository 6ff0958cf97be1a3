import { after, checkTimeout, reasonOf, withReason } from '../../host/internal.js';
import { isRecord } from '../../core/internal.js';
import type { AskOptions, AskUserTransport } from '../../host/index.js';
import type { AskUserRequest, AskUserResult } from '../../core/index.js';
import { readErrorResult, readForm, skippable, writeForm } from '../shared/forms.js';
import { byUser, checkMinHuman, orElse, type FallbackOptions } from '../shared/human.js';

/**
 * The part of the SDK's `AgentContext` that is used. Pass `context.client` of a handler, or the client of the
 * connection.
 */
export interface AcpClient {
  request(
    method: string,
    params: unknown,
    options: { cancellationSignal: AbortSignal; stopWaitingOnCancel: true },
  ): Promise<unknown>;
}

/** Options for `createAcpTransport`. */
export interface AcpTransportOptions extends FallbackOptions {
  /** Capabilities that the client declared in `initialize`. A client without `elicitation.form` is not asked. */
  readonly clientCapabilities: { readonly elicitation?: { readonly form?: object | null } | null } | null | undefined;
  /** Session that the question belongs to. Defaults to the `conversationId` that `ask` receives, or an empty string. */
  readonly sessionId?: string | undefined;
  /**
   * Whether request ids are ids of tool calls that the client knows. Each form then contains its `toolCallId`.
   * @default false
   */
  readonly toolCalls?: boolean | undefined;
}

/**
 * Creates a transport for an ACP agent, which sends each request to the client as a form. Use it as the `broker` of
 * `createAskUserTool`.
 *
 * A request settles as `unavailable` if the client does not support forms, or if it declines or cancels before a user
 * can have read the form (`minHumanMs`). The same applies if the response does not fit the form. A request is `invalid`
 * if no form can represent it, `timedOut` after `timeoutMs`, and `connectionLost` if the connection closes. If `signal`
 * is aborted, it settles as `aborted`. An error of the client settles it as `unavailable`, or as `aborted` for the code
 * -32800. A client with this package can add another status to its error.
 *
 * @throws {RangeError} If `minHumanMs` is not a number of 0 or more. `ask` rejects with one if `timeoutMs` is not a
 * number of 0 or more.
 * @example
 * const broker = createAcpTransport(client, { clientCapabilities, sessionId });
 * const { content } = await createAskUserTool({ tool: askUser.tool, broker }).execute(input, { toolCallId, signal });
 */
export function createAcpTransport(
  client: AcpClient,
  { clientCapabilities, sessionId, toolCalls, minHumanMs, now = Date.now, fallback }: AcpTransportOptions,
): AskUserTransport {
  const minMs = checkMinHuman(minHumanMs);

  async function elicit(given: AskUserRequest, options: AskOptions): Promise<AskUserResult> {
    const { signal, timeoutMs } = options;
    if (!clientCapabilities?.elicitation?.form)
      return { status: 'unavailable', reason: 'This client does not support forms.' };
    const request = skippable(given, options.allow);
    const written = writeForm(request);
    if (!written.ok) return { status: 'invalid', issues: written.issues };
    const scope = {
      sessionId: sessionId ?? options.conversationId ?? '',
      ...(toolCalls && { toolCallId: request.requestId }),
    };
    const params = { ...scope, ...(written.value as object) };
    const time = new AbortController();
    const stop = timeoutMs === undefined ? undefined : after(timeoutMs, () => time.abort());
    const askedAt = now();
    let response: unknown;
    // Catch only errors of this call: a programming error is not a lost connection.
    try {
      response = await client.request('elicitation/create', params, {
        cancellationSignal: AbortSignal.any([time.signal, ...(signal ? [signal] : [])]),
        stopWaitingOnCancel: true,
      });
    } catch (error) {
      if (signal?.aborted) return aborted(signal);
      if (time.signal.aborted) return { status: 'timedOut' };
      return failed(error, given);
    } finally {
      stop?.();
    }
    return byUser(readForm(response, request), now() - askedAt, minMs);
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

/** A numeric `code` marks the SDK's `RequestError`. Another error is read as a closed connection. */
function failed(error: unknown, request: AskUserRequest): AskUserResult {
  const { code, message, data } = isRecord(error) ? error : {};
  const { details, _meta } = isRecord(data) ? data : {};
  const reason = String(details ?? message ?? error);
  if (typeof code !== 'number') return { status: 'connectionLost', reason };
  // Sent by `acpElicitation` of a client with this package.
  const stored = readErrorResult(_meta, request);
  return stored ?? { status: code === CANCELLED ? 'aborted' : 'unavailable', reason };
}

/** JSON-RPC code of "Request cancelled". */
const CANCELLED = -32800;
