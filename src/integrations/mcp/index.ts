import { anyOf } from '../shared/signals.js';
import { elicitationHandler, type AnswerOptions } from './handler.js';
import { watch, type WatchedClient } from './watch.js';

export {
  createElicitationTransport,
  type ElicitationTransport,
  type ElicitationTransportOptions,
} from './transport.js';
export { ElicitationError, elicitationHandler, elicitationRequestOptions, type ElicitationHandler } from './handler.js';

/** The part of a `Client` of `@modelcontextprotocol/sdk` that is used. */
interface ElicitationClient extends WatchedClient {
  setRequestHandler(schema: never, handler: never): void;
  setNotificationHandler(schema: never, handler: never): void;
}

/** Schemas of `@modelcontextprotocol/sdk/types.js`, by which the SDK matches messages to handlers. */
interface ElicitationSchemas {
  readonly ElicitRequestSchema: unknown;
  readonly CancelledNotificationSchema: unknown;
}

/** The part of the SDK's second handler argument that is used. */
interface Extra {
  readonly requestId: string | number;
  readonly signal: AbortSignal;
}

/** A cancelled request receives no response. */
const unanswered = () => new Promise<never>(() => undefined);

/**
 * Asks the user the questions of the server of an SDK 1 client. Give the client the capability
 * `{ elicitation: { form: {} } }`, without `applyDefaults`, and pass `elicitationRequestOptions()` to its calls.
 *
 * A request that the server cancels withdraws its question. This includes the first request of a connection, for which
 * the SDK does not abort the handler's signal. A closed connection withdraws its questions too. For a result that is
 * not sent, such as `timedOut`, the server receives an `ElicitationError`.
 *
 * @throws {RangeError} If `heartbeatMs` is neither `Infinity` nor a positive number up to 2^31-1.
 * @throws {Error} If the client lacks the capability.
 * @example
 * answerElicitation(client, { ElicitRequestSchema, CancelledNotificationSchema }, { broker, conversationId, asker: 'Deployments' });
 * const result = await client.callTool({ name: 'deploy' }, undefined, { ...elicitationRequestOptions(), signal });
 */
export function answerElicitation(
  client: ElicitationClient,
  { ElicitRequestSchema, CancelledNotificationSchema }: ElicitationSchemas,
  { heartbeatMs, ...options }: AnswerOptions,
): void {
  const handle = elicitationHandler(options);
  const watched = watch(client, heartbeatMs);
  /** The open first request of a connection. Its id is 0, which the SDK treats as a missing id. */
  const first = new Map<Extra, AbortController>();

  const onRequest = async (request: unknown, extra: Extra) => {
    const cancelled = new AbortController();
    if (extra.requestId === 0) first.set(extra, cancelled);
    try {
      const response = await watched(() => handle(request, { signal: anyOf(extra.signal, cancelled.signal) }));
      return cancelled.signal.aborted ? unanswered() : response;
    } catch (error) {
      if (cancelled.signal.aborted) return unanswered();
      throw error;
    } finally {
      first.delete(extra);
    }
  };

  const onCancelled = (notification: { params: { requestId?: string | number; reason?: string } }) => {
    const { requestId, reason } = notification.params;
    if (requestId === 0) for (const cancelled of first.values()) cancelled.abort(reason);
    // Call the SDK's handler, which this one replaces. It aborts the cancelled request, unless its id is 0.
    const own: unknown = Reflect.get(client, '_oncancel');
    return typeof own === 'function' ? (own.call(client, notification) as void) : undefined;
  };

  client.setRequestHandler(ElicitRequestSchema as never, onRequest as never);
  client.setNotificationHandler(CancelledNotificationSchema as never, onCancelled as never);
}
