import { mcpElicitation, type McpElicitationOutput } from '../../dialects/mcp-elicitation.js';
import { put, type AskVia } from '../shared/put.js';

/** What the SDK tells of a server's request, as far as this needs it. */
interface Elicitation {
  readonly serverName: string;
  readonly mode?: string | undefined;
}

/** What the SDK gives with it. */
export interface ElicitationContext {
  /** Aborted where the run is. */
  readonly signal: AbortSignal;
  /** The control request's id: the broker's, too. */
  readonly requestId: string;
}

/** The SDK's `onElicitation`. */
type OnElicitation<Q, C, R> = (request: Q, context: C) => Promise<R>;

/** Where the forms of a session's MCP servers go. The dialog always offers to decline, as the protocol demands. */
export interface AskUserElicitationOptions<Q, C, R> extends Omit<AskVia, 'allowDecline'> {
  /** Handles `mode: 'url'`, which is a link and no question. @default cancels it */
  readonly otherwise?: OnElicitation<Q, C, R> | undefined;
}

/**
 * `onElicitation` of a Claude Agent SDK session: a form that an MCP server asks for is put to the person, who reads the server's name
 * as the asker.
 *
 * Rejects as `broker.ask` does (`AskUserError`): the server's request fails.
 *
 * @example query({ prompt, options: { mcpServers, onElicitation: askUserElicitation({ broker, conversationId }) } });
 */
export function askUserElicitation<
  Q extends Elicitation = Elicitation,
  C extends ElicitationContext = ElicitationContext,
  R = never,
>({ otherwise, ...via }: AskUserElicitationOptions<Q, C, R>): OnElicitation<Q, C, McpElicitationOutput | R> {
  return async (request, context) => {
    if (request.mode === 'url' && otherwise) return otherwise(request, context);
    const { signal, requestId } = context;
    const where = { ...via, allowDecline: true };
    return (await put(mcpElicitation, request, where, { signal, requestId, asker: request.serverName })).wire;
  };
}
