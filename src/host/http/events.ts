import type { AskUserBroker, BrokerEvent, PendingRequest } from '../broker/types.js';
import type { SerializedRequests } from './serialized-requests.js';
import { createSseWriter } from './sse-writer.js';
import { eventStream } from './responses.js';
import { createConnectionFeed } from './connection-feed.js';
import type { Authorized } from './types.js';
import type { Receiver } from './wire-mappers.js';

/** Consecutive heartbeats after which a client that has read nothing is disconnected. */
const MAX_UNREAD_BEATS = 3;

const tooSlow = (what: string): Error =>
  new Error(
    `The event stream was closed, because its client ${what}. After a reconnect, the client receives a new snapshot.`,
  );

/** Returns the pending requests of exactly these conversations, even if a store returns more. */
export async function pendingOf(
  broker: AskUserBroker,
  conversationIds: readonly string[],
): Promise<readonly PendingRequest[]> {
  const listed = await broker.pending(conversationIds);
  const ids = new Set(conversationIds);
  return listed.filter(({ conversationId }) => ids.has(conversationId));
}

export interface EventsOptions {
  readonly broker: AskUserBroker;
  readonly forms: SerializedRequests;
  /** Called at each heartbeat while the stream is open. */
  readonly authorizeRequest: (request: Request) => Promise<Authorized | null>;
  readonly heartbeatMs: number;
  readonly maxQueuedBytes: number;
  /** Aborted when the host shuts down. */
  readonly signal: AbortSignal | undefined;
  readonly onError: (error: unknown) => void;
}

/** @param isNarrowed - Whether the client chose the conversations. If so, newly authorized ones are not followed. */
export async function openEvents(
  request: Request,
  receiver: Receiver,
  conversations: readonly string[],
  isNarrowed: boolean,
  { broker, forms, authorizeRequest, heartbeatMs, maxQueuedBytes, signal, onError }: EventsOptions,
): Promise<Response> {
  let { user } = receiver;
  let followed = new Set(conversations);
  let unsubscribe = () => {};
  let beat: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let isAuthorizing = false;
  let unread = 0;

  const signals = [request.signal, ...(signal ? [signal] : [])];
  const stop = (error?: Error) => {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe();
    clearInterval(beat);
    for (const one of signals) one.removeEventListener('abort', onAbort);
    // At a shutdown, transitions that were queued before it are still sent.
    feed.close(signal?.aborted === true);
    if (!error) return writer.end();
    writer.destroy(error);
    onError(error);
  };
  const onAbort = () => stop();
  const writer = createSseWriter(() => feed.next(), onAbort);
  const feed = createConnectionFeed({
    forms,
    heartbeatMs,
    lastEventId: () => broker.lastEventId(),
    receiver: () => ({ ...receiver, user }),
    onError,
  });

  const hear = (event: BrokerEvent) => {
    // The limit applies before an event is queued, so that a single event of any size is sent.
    if (feed.backlog() >= maxQueuedBytes)
      return stop(tooSlow(`has not read ${feed.backlog()} bytes, and \`maxQueuedBytes\` is ${maxQueuedBytes}`));
    feed.onEvent(event);
    writer.flush();
  };

  /** Subscribes before it unsubscribes, so that no event is missed. */
  const follow = (ids: ReadonlySet<string>, since?: string) => {
    const before = unsubscribe;
    followed = new Set(ids);
    unsubscribe = broker.subscribe(hear, { conversationId: [...ids], since, attended: true });
    before();
  };

  const renew = async () => {
    isAuthorizing = true;
    const rights = await authorizeRequest(request).finally(() => (isAuthorizing = false));
    const allowed = new Set(rights?.conversations);
    if (!isOpen) return;
    if (!rights || [...followed].some((id) => !allowed.has(id))) return stop();
    ({ user } = rights);
    const added = [...allowed].filter((id) => !followed.has(id));
    if (isNarrowed || added.length === 0) return;
    follow(allowed);
    await feed.add(() => pendingOf(broker, added));
    writer.flush();
  };

  const onBeat = () => {
    // The client's access is unknown since the previous heartbeat.
    if (isAuthorizing) {
      onError(
        new Error(
          `createAskUserHandler: \`authorize\` has not returned within ${heartbeatMs} ms, so an event stream was closed. Return sooner, or increase \`heartbeatMs\`.`,
        ),
      );
      return stop();
    }
    unread = writer.beat() ? 0 : unread + 1;
    if (unread >= MAX_UNREAD_BEATS) return stop(tooSlow(`has read nothing for ${MAX_UNREAD_BEATS} heartbeats`));
    renew().catch((error: unknown) => {
      if (isOpen) onError(error);
      stop();
    });
  };

  for (const one of signals) one.addEventListener('abort', onAbort);
  try {
    follow(followed, request.headers.get('last-event-id') ?? undefined);
    feed.begin(await pendingOf(broker, conversations));
  } catch (error) {
    stop();
    throw error;
  }
  if (signals.some(({ aborted }) => aborted)) stop();
  if (isOpen) {
    beat = setInterval(onBeat, heartbeatMs);
    (beat as { unref?: () => void }).unref?.();
  }
  return eventStream(writer.stream);
}
