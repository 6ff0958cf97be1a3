import type { McpElicitationOutput } from '../../dialects/index.js';
import { anyOf } from '../shared/signals.js';
import { elicitationHandler, type AnswerOptions, type ElicitationContext } from './handler.js';
import { watch, type WatchedClient } from './watch.js';

export { requestInput, mcpAskTool, type RequestInputOptions, type McpAskTool } from './request-input.js';
export { callToolWithElicitation, type PendingCall } from './call-tool.js';

/** The part of a `Client` of `@modelcontextprotocol/client` that is used. */
export interface ElicitationClient extends WatchedClient {
  setRequestHandler(
    method: 'elicitation/create',
    handler: (request: unknown, ctx: ElicitationContext) => Promise<McpElicitationOutput>,
  ): void;
  /** Returns `'modern'` for protocol version 2026-07-28 and later. */
  getProtocolEra?(): string | undefined;
  onclose?: (() => void) | undefined;
}

/**
 * Asks the user the questions of the server of an SDK 2 client, in both versions of the protocol. In 2025-11-25 the
 * server sends a request. In 2026-07-28 the client repeats a call with the answers. Give the client the capability
 * `{ elicitation: { form: {} } }`, without `applyDefaults`, and pass `elicitationRequestOptions()` to its calls.
 *
 * A closed client withdraws its questions; set your `onclose` before this call. In 2026-07-28, a cancelled call also
 * withdraws its questions. In 2025-11-25, the server must cancel its request. For a result that is not sent, such as
 * `timedOut`, a 2025 server receives an `ElicitationError`. Since 2026-07-28 the call rejects with it. To continue a
 * call after a restart, use `callToolWithElicitation`.
 *
 * @throws {RangeError} If `heartbeatMs` is neither `Infinity` nor a positive number up to 2^31-1.
 * @throws {Error} If the client lacks the capability.
 * @example
 * answerElicitation(client, { broker, conversationId, asker: 'Deployments' });
 * const result = await client.callTool({ name: 'deploy' }, { ...elicitationRequestOptions(), signal });
 */
export function answerElicitation(client: ElicitationClient, { heartbeatMs, ...options }: AnswerOptions): void {
  const handle = elicitationHandler(options);
  const watched = watch(client, heartbeatMs);
  let closed = new AbortController();

  const before = client.onclose;
  // The SDK aborts only handlers of a server's request. Since 2026-07-28 there are no such requests.
  client.onclose = () => {
    closed.abort('The connection was closed.');
    closed = new AbortController();
    before?.();
  };

  client.setRequestHandler('elicitation/create', async (request, ctx) => {
    // Since 2026-07-28 the server does not wait, and the protocol has no ping.
    const isModern = client.getProtocolEra?.() === 'modern';
    const ask = () => handle(request, { signal: anyOf(ctx.signal, ctx.mcpReq?.signal, closed.signal) });
    return isModern ? ask() : watched(ask);
  });
}
