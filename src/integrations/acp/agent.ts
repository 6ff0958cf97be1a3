import { isRecord } from '../../core/guards.js';
import type { AskOptions, AskUserTransport } from '../../host/index.js';
import { unlessAborted } from '../../core/unless-aborted.js';
import type { AskUserRequest, AskUserResult } from '../../core/index.js';
import { createFormAsk } from '../shared/form-transport.js';
import { readErrorResult } from '../shared/forms.js';
import type { FallbackOptions } from '../shared/human.js';

/**
 * The part of the SDK's `AgentContext` that is used. Pass `context.client` of a handler, or the client of the
 * connection.
 */
export interface AcpClient {
  request(method: string, params: unknown, options: { cancellationSignal: AbortSignal }): Promise<unknown>;
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
 * const { content } = await createAskUserTool({ transport: broker }).execute(input, { toolCallId, signal });
 */
export function createAcpTransport(
  client: AcpClient,
  { clientCapabilities, sessionId, toolCalls, ...human }: AcpTransportOptions,
): AskUserTransport {
  const send = (form: object, toolCallId: string, { conversationId, signal }: AskOptions & { signal: AbortSignal }) => {
    const params = { sessionId: sessionId ?? conversationId ?? '', ...(toolCalls && { toolCallId }), ...form };
    // The SDK waits for clients that ignore a cancellation.
    return unlessAborted(client.request('elicitation/create', params, { cancellationSignal: signal }), signal);
  };
  const hasForms = Boolean(clientCapabilities?.elicitation?.form);
  return { mode: 'rpc', ask: createFormAsk({ send: hasForms ? send : undefined, toResult: failed }, human) };
}

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
