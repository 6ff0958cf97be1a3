import { anyOf, elicitationHandler, type AnswerOptions } from './handler.js';
import { HEARTBEAT_MS, watch, type WatchedClient } from './watch.js';

export {
  elicitationAsker,
  type CallExtra,
  type ElicitationAsker,
  type ElicitationAskerOptions,
  type ElicitingServer,
} from './asker.js';
export {
  ElicitationError,
  elicitationHandler,
  type AnswerOptions,
  type ElicitationContext,
  type ElicitationHandler,
  type ElicitationVia,
} from './handler.js';
export { PATIENT } from './patience.js';

/** What is needed of a `Client` of `@modelcontextprotocol/sdk`. */
export interface ElicitationClient extends WatchedClient {
  setRequestHandler(schema: never, handler: never): void;
  setNotificationHandler(schema: never, handler: never): void;
}

/** The SDK's own schemas, from `@modelcontextprotocol/sdk/types.js`: it knows a message by them. */
export interface ElicitationSchemas {
  readonly ElicitRequestSchema: unknown;
  readonly CancelledNotificationSchema: unknown;
}

/** What the SDK gives a handler of requests. */
interface Extra {
  readonly requestId: string | number;
  readonly signal: AbortSignal;
}

/** To a request that was cancelled nothing is answered. */
const unanswered = () => new Promise<never>(() => undefined);

/**
 * Puts what the servers of a client of SDK 1 ask to the person. Give the client the capability `{ elicitation: { form: {} } }`, without
 * `applyDefaults`, and its calls `PATIENT`.
 *
 * A cancelled call withdraws its question, also the first of a connection, of whose end the SDK alone does not tell its handler; a
 * closed connection withdraws all. An ending that is not the person's is an `ElicitationError` on the wire, never a `cancel`.
 *
 * @example
 * answerElicitation(client, { ElicitRequestSchema, CancelledNotificationSchema }, { broker, conversationId, server: 'Deployments' });
 * const result = await client.callTool({ name: 'deploy' }, undefined, { ...PATIENT, signal });
 */
export function answerElicitation(
  client: ElicitationClient,
  { ElicitRequestSchema, CancelledNotificationSchema }: ElicitationSchemas,
  { heartbeatMs = HEARTBEAT_MS, ...via }: AnswerOptions,
): void {
  const handle = elicitationHandler(via);
  const opened = watch(client, heartbeatMs);
  /** The first request of a connection, while it is open: the SDK takes its id, 0, for none. */
  const first = new Map<Extra, AbortController>();

  const onRequest = async (request: unknown, extra: Extra) => {
    const cancelled = new AbortController();
    if (extra.requestId === 0) first.set(extra, cancelled);
    const close = opened();
    try {
      const signal = anyOf(extra.signal, cancelled.signal);
      const wire = await handle(request, { signal });
      return cancelled.signal.aborted ? unanswered() : wire;
    } catch (error) {
      if (cancelled.signal.aborted) return unanswered();
      throw error;
    } finally {
      close();
      first.delete(extra);
    }
  };

  const onCancelled = (notification: { params: { requestId?: string | number; reason?: string } }) => {
    const { requestId, reason } = notification.params;
    if (requestId === 0) for (const cancelled of first.values()) cancelled.abort(reason);
    // This handler has taken the SDK's own place, which ends all other requests.
    const own: unknown = Reflect.get(client, '_oncancel');
    return typeof own === 'function' ? (own.call(client, notification) as void) : undefined;
  };

  client.setRequestHandler(ElicitRequestSchema as never, onRequest as never);
  client.setNotificationHandler(CancelledNotificationSchema as never, onCancelled as never);
}
