import type { Allow } from '../../core/index.js';
import { mcpElicitation, type McpElicitationOutput } from '../../dialects/index.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';

/** The part of the SDK's elicitation request that is used, without its form. */
type Elicitation = {
  readonly serverName: string;
  readonly mode?: string | undefined;
};

/** The part of the SDK's context of the request that is used. */
type ElicitationContext = {
  /** Aborted with the run, or if Claude Code cancels the request. */
  readonly signal: AbortSignal;
  /** Id of the control request, which becomes the request id. */
  readonly requestId: string;
};

/** Type of the SDK's `onElicitation`. */
type OnElicitation<Q, C, R> = (request: Q, context: C) => Promise<R>;

/** Options for `askUserElicitation`. The dialog always offers to decline, as the protocol requires. */
export interface AskUserElicitationOptions<Q, C, R> extends Omit<BrokerAskOptions, 'allow'> {
  /** What the dialog offers besides answering every question and declining. @default {} */
  readonly allow?: Omit<Allow, 'decline'> | undefined;
  /** Handles requests with `mode: 'url'`, which contain a link instead of a question. By default they are cancelled. */
  readonly otherwise?: OnElicitation<Q, C, R> | undefined;
}

/**
 * Creates the `onElicitation` of a Claude Agent SDK session, which asks the user the forms of MCP servers. Without
 * `asker`, the dialog shows the server's name.
 *
 * `onElicitation` rejects with any error of `broker.ask`, such as an `AskUserError`. Claude Code then sends `cancel` to
 * the server.
 *
 * @example query({ prompt, options: { mcpServers, onElicitation: askUserElicitation({ broker, conversationId }) } });
 */
export function askUserElicitation<
  Q extends Elicitation = Elicitation,
  C extends ElicitationContext = ElicitationContext,
  R = never,
>({ otherwise, ...askOptions }: AskUserElicitationOptions<Q, C, R>): OnElicitation<Q, C, McpElicitationOutput | R> {
  return async (request, context) => {
    if (request.mode === 'url' && otherwise) return otherwise(request, context);
    const { signal, requestId } = context;
    const options = { ...askOptions, allow: { ...askOptions.allow, decline: true } };
    return (await askAndFormat(mcpElicitation, request, options, { signal, requestId, asker: request.serverName }))
      .output;
  };
}
