import { isRecord } from '../../core/guards.js';
import { LONGEST_TIMER_MS } from '../../host/time.js';
import {
  type Dialect,
  mcpElicitation,
  type McpElicitationOutput,
  type mcpInputRequired,
} from '../../dialects/index.js';
import type { Allow, AskUserResult } from '../../core/index.js';
import { toFailure, reportAndHide } from '../shared/forms.js';
import { askAndFormat, type BrokerAskOptions, type AskOutput } from '../shared/ask-and-format.js';
import { anyOf } from '../shared/signals.js';

/** Options for `elicitationHandler`. The dialog always offers to decline, as the protocol requires. */
export interface ElicitationHandlerOptions extends Omit<BrokerAskOptions, 'allow'> {
  /** What the dialog offers besides answering every question and declining. @default {} */
  readonly allow?: Omit<Allow, 'decline'> | undefined;
  /**
   * Name of the server that the user sees; the protocol requires that it is shown. Take it from your configuration,
   * because a server can claim another server's name.
   *
   * Defaults to the `serverName` that the Claude Agent SDK adds to the request.
   */
  readonly asker?: string | undefined;
  /**
   * Withdraws the questions if the client does not, such as the AI SDK's, which passes no signal to its handler. A
   * function can return the signal of the current run. `callToolWithElicitation` also aborts its call with it.
   */
  readonly signal?: AbortSignal | (() => AbortSignal | undefined) | undefined;
  /**
   * Called with an error of the broker or of `signal` that is not an `AskUserError`. The handler rejects with a generic
   * error instead, so that the server does not receive the details. `callToolWithElicitation` rejects with the error
   * itself.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Options for `answerElicitation`. */
export interface AnswerOptions extends ElicitationHandlerOptions {
  /** Name of the server that the user sees. Take it from your configuration. */
  readonly asker: string;
  /**
   * Interval at which a 2025 server is pinged while a question is open, in milliseconds. After two missed pings in a
   * row the client is closed, so its calls and questions end. `Infinity` turns the pings off.
   *
   * @default 30000
   */
  readonly heartbeatMs?: number | undefined;
}

/** The part of a handler's second argument that is used. In SDK 2 the signal is in `mcpReq`. */
export interface ElicitationContext {
  readonly signal?: AbortSignal | undefined;
  readonly mcpReq?: { readonly signal: AbortSignal } | undefined;
}

/** Handles `elicitation/create`, given as the JSON-RPC request or its parameters. */
export type ElicitationHandler = (request: unknown, context?: ElicitationContext) => Promise<McpElicitationOutput>;

/**
 * Error for a result that is `aborted`, `connectionLost`, `timedOut`, `unavailable` or `invalid`, or for an answer that
 * the form rejects. It replaces a `cancel`, which a server would read as the user's.
 *
 * The message is the model text of the result.
 */
export class ElicitationError extends Error {
  /** JSON-RPC error code: -32602 if the status is `invalid`, otherwise -32603. */
  readonly code: number;
  /**
   * Contains the `_meta` of the output, for a server with this package. In an error of `callToolWithElicitation`,
   * `_meta` is `undefined`.
   */
  readonly data: { readonly _meta?: object | undefined };
  readonly result: AskUserResult;

  constructor(message: string, result: AskUserResult, _meta?: object) {
    super(message);
    this.name = 'ElicitationError';
    this.code = result.status === 'invalid' ? -32602 : -32603;
    this.data = { _meta };
    this.result = result;
  }
}

export function readResult<Wire extends McpElicitationOutput | ReturnType<typeof mcpInputRequired.formatResult>>(
  dialect: Pick<Dialect<unknown>, 'toModelText'>,
  askOutput: AskOutput<Wire>,
): Wire {
  const failure = toFailure(dialect, askOutput);
  if (failure) throw new ElicitationError(failure.message, askOutput.result, failure._meta);
  return askOutput.output;
}

export function toAskArguments(
  { signal, ...options }: Omit<ElicitationHandlerOptions, 'onError'>,
  context: ElicitationContext = {},
  named?: string,
) {
  return {
    options: { ...options, allow: { ...options.allow, decline: true } },
    parse: {
      ...(named !== undefined && { asker: named }),
      signal: anyOf(context.signal, context.mcpReq?.signal, typeof signal === 'function' ? signal() : signal),
    },
  };
}

/**
 * Creates an elicitation handler for `onElicitationRequest` of `@ai-sdk/mcp`, or for `onElicitation` of the Claude
 * Agent SDK. For a `Client` of MCP's SDK use `answerElicitation`, which also withdraws questions whose server is lost.
 *
 * For a result that is not sent, such as `timedOut`, the handler rejects with an `ElicitationError`. If the broker
 * fails, it rejects with an `AskUserError`.
 *
 * @example
 * client.onElicitationRequest(
 *   ElicitationRequestSchema,
 *   elicitationHandler({ broker, conversationId, asker: 'Deployments' }),
 * );
 */
export function elicitationHandler({
  onError = console.error,
  ...options
}: ElicitationHandlerOptions): ElicitationHandler {
  const ask = async (request: unknown, context?: ElicitationContext) => {
    // The Claude Agent SDK sets `serverName`. In a JSON-RPC request, the server could set it.
    const { method, serverName } = isRecord(request) ? request : {};
    const named = method === undefined && typeof serverName === 'string' ? serverName : undefined;
    const args = toAskArguments(options, context, named);
    return askAndFormat(mcpElicitation, request, args.options, args.parse);
  };
  return async (request, context) =>
    readResult(mcpElicitation, await ask(request, context).catch(reportAndHide(onError)));
}

/**
 * Returns request options that replace the SDK's timeout of 60 s. Spread them into every `callTool` of the client and every
 * `elicitInput` of the server: otherwise a request of protocol 2025-11-25 ends after 60 s, and the user's answer is
 * lost. The timeout is the maximum delay of a timer (2^31-1 ms, about 25 days); a longer one, or `Infinity`, would end
 * the request at once. The options also request progress, with which a server can keep the call's stream alive.
 *
 * @example
 * await client.callTool({ name: 'deploy' }, undefined, { ...elicitationRequestOptions(), signal }); // SDK 1
 * await client.callTool({ name: 'deploy' }, { ...elicitationRequestOptions(), signal }); // SDK 2
 */
export const elicitationRequestOptions = (): {
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly onprogress: () => void;
} => ({ timeout: LONGEST_TIMER_MS, onprogress: () => undefined });
