import type { McpElicitationOutput } from '../../dialects/mcp-elicitation.js';
import { anyOf, elicitationHandler, type AnswerOptions, type ElicitationContext } from './handler.js';
import { HEARTBEAT_MS, watch, type WatchedClient } from './watch.js';

export {
  askInput,
  mcpAskTool,
  type AskedInput,
  type AskInputOptions,
  type InputContext,
  type InputParams,
  type InputRequired,
  type McpAskTool,
  type McpAskToolOptions,
} from './ask-input.js';
export { callAsking, type CallingClient, type CallVia, type McpCall, type PendingCall } from './call-asking.js';
export {
  ElicitationError,
  elicitationHandler,
  type AnswerOptions,
  type ElicitationContext,
  type ElicitationHandler,
  type ElicitationVia,
} from './handler.js';
export { PATIENT } from './patience.js';

/** What is needed of a `Client` of `@modelcontextprotocol/client`. */
export interface ElicitationClient extends WatchedClient {
  setRequestHandler(
    method: 'elicitation/create',
    handler: (request: unknown, ctx: ElicitationContext) => Promise<McpElicitationOutput>,
  ): void;
  /** `'modern'` from 2026-07-28 on. */
  getProtocolEra?(): string | undefined;
  onclose?: (() => void) | undefined;
}

/**
 * Puts what the servers of a client of SDK 2 ask to the person, in either version of the protocol: as the server's own request
 * (2025-11-25), or within a call that the client makes again with the answers (2026-07-28). Give the client the capability
 * `{ elicitation: { form: {} } }`, without `applyDefaults`, and its calls `PATIENT`.
 *
 * A call that is cancelled and a client that is closed withdraw their questions: set an `onclose` of your own before this. An ending
 * that is not the person's is an `ElicitationError`: on the wire, or of the call. To keep a call over a restart, see `callAsking`.
 *
 * @example
 * answerElicitation(client, { broker, conversationId, server: 'Deployments' });
 * const result = await client.callTool({ name: 'deploy' }, { ...PATIENT, signal });
 */
export function answerElicitation(
  client: ElicitationClient,
  { heartbeatMs = HEARTBEAT_MS, ...via }: AnswerOptions,
): void {
  const handle = elicitationHandler(via);
  const opened = watch(client, heartbeatMs);
  let closed = new AbortController();

  const before = client.onclose;
  // The SDK tells only those who answer a server's own request, and since 2026-07-28 that is nobody.
  client.onclose = () => {
    closed.abort('The connection was closed.');
    closed = new AbortController();
    before?.();
  };

  client.setRequestHandler('elicitation/create', async (request, ctx) => {
    // Since 2026-07-28 nothing at the server waits, and it has no ping.
    const close = client.getProtocolEra?.() === 'modern' ? undefined : opened();
    try {
      return await handle(request, { signal: anyOf(ctx.signal, ctx.mcpReq?.signal, closed.signal) });
    } finally {
      close?.();
    }
  });
}
