import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { mcpElicitation, type McpElicitationOutput } from '../../dialects/mcp-elicitation.js';
import type { McpInputResponses } from '../../dialects/mcp-input-required.js';
import type { Dialect } from '../../dialects/types.js';
import { failureOf, keepBack } from '../shared/forms.js';
import { put, type AskVia, type Put } from '../shared/put.js';

/** Where a server's questions go, and what is shown with them. The dialog always offers to decline, as the protocol demands. */
export interface ElicitationVia extends Omit<AskVia, 'allowDecline'> {
  /**
   * The server's name, as the person knows it; the protocol demands that it is shown. Take it from your own configuration: what a
   * server calls itself may be another's name.
   *
   * @default what the Claude Agent SDK gives as the request's `serverName`; else `agent.name`
   */
  readonly server?: string | undefined;
  /**
   * Withdraws the questions where the client doesn't: the AI SDK's tells its handler of no abort. As a function it is called for each
   * question, and gives the signal of the run that it belongs to.
   */
  readonly signal?: AbortSignal | (() => AbortSignal | undefined) | undefined;
  /** Hears of an error of the host's own while asking: the asker is told of none. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Where the questions go, and how long a server may be silent. */
export interface AnswerOptions extends ElicitationVia {
  /** The server's name, as the person knows it. Take it from your own configuration. */
  readonly server: string;
  /**
   * While a question is open the server is pinged this often, in milliseconds; where it misses two in a row the client is closed, so that its
   * calls and questions end. `Infinity`: never.
   *
   * @default 30000
   */
  readonly heartbeatMs?: number | undefined;
}

/** What a client gives its handler beside the request; SDK 2 has the signal in `mcpReq`. */
export interface ElicitationContext {
  readonly signal?: AbortSignal | undefined;
  readonly mcpReq?: { readonly signal: AbortSignal } | undefined;
}

/** Answers `elicitation/create`: the JSON-RPC request, or its parameters alone. */
export type ElicitationHandler = (request: unknown, context?: ElicitationContext) => Promise<McpElicitationOutput>;

/**
 * The question has ended, and nobody has answered, declined or cancelled it. The protocol's results have no word for that, and a server would
 * take a `cancel` for the person's, so that it is an error on the wire.
 *
 * Statuses: `aborted`, `connectionLost`, `timedOut`, `unavailable`, `invalid`, and `answered` where the form refuses the answer. The message
 * says which and why, for the model.
 */
export class ElicitationError extends Error {
  /** JSON-RPC's: -32602 where the request is at fault (`invalid`), else -32603. */
  readonly code: number;
  /** The ending as `mcpElicitation` writes it, for a server that reads with this library. */
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

/** What came of a question, where it is the person's. @throws ElicitationError */
export function saidBy<Wire extends McpElicitationOutput | McpInputResponses>(
  dialect: Pick<Dialect<unknown>, 'toModelText'>,
  said: Put<Wire>,
): Wire {
  const failure = failureOf(dialect, said);
  if (failure) throw new ElicitationError(failure.message, said.result, failure._meta);
  return said.wire;
}

/** One signal for a question: aborted with any of them. */
export const anyOf = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((one) => one !== undefined));

/** What `put` takes: where the question goes, and with what it is read. */
export function placed(
  { server, signal, onError = console.error, ...via }: ElicitationVia,
  context: ElicitationContext = {},
  named?: string,
) {
  const asker = server ?? named;
  return {
    via: { ...via, allowDecline: true },
    onError,
    parse: {
      ...(asker !== undefined && { asker }),
      signal: anyOf(context.signal, context.mcpReq?.signal, typeof signal === 'function' ? signal() : signal),
    },
  };
}

/**
 * A handler of elicitations for any client that has a place for one: `onElicitationRequest` of `@ai-sdk/mcp`, `onElicitation` of the
 * Claude Agent SDK. For a `Client` of MCP's own SDK take `answerElicitation`, which has its guards, too.
 *
 * @example
 * client.onElicitationRequest(
 *   ElicitationRequestSchema,
 *   elicitationHandler({ broker, conversationId, server: 'Deployments' }),
 * );
 */
export function elicitationHandler(via: ElicitationVia): ElicitationHandler {
  return async (request, context) => {
    // The Claude Agent SDK's own word for who asks. In an MCP request's parameters it would be the server's.
    const { method, serverName } = isRecord(request) ? request : {};
    const named = method === undefined && typeof serverName === 'string' ? serverName : undefined;
    const place = placed(via, context, named);
    const said = await put(mcpElicitation, request, place.via, place.parse).catch(keepBack(place.onError));
    return saidBy(mcpElicitation, said);
  };
}
