import type { AskUserBroker, BrokerEvent, PendingRequest } from '../broker/types.js';
import type { Forms } from './forms.js';
import { createOutlet } from './outlet.js';
import { eventStream } from './responses.js';
import { createTranscript } from './transcript.js';
import type { Authorized } from './types.js';
import type { Receiver } from './wire-forms.js';

/** Heartbeats in a row after which a client that has read nothing is taken for gone. */
const PATIENCE = 3;

const tooSlow = (what: string): Error =>
  new Error(`A stream of events was broken off: its client ${what}. It gets everything again when it connects again.`);

/** What is pending in these conversations, and of no other, whatever a store gives. */
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
  /** Of all streams. */
  readonly forms: Forms;
  /** Asked again with every heartbeat. */
  readonly rightsOf: (request: Request) => Promise<Authorized | null>;
  readonly heartbeatMs: number;
  readonly maxQueuedBytes: number;
  /** The host's shutting down. */
  readonly signal: AbortSignal | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * A stream of what is pending and what becomes of it, until the client goes, its rights do, or the host.
 *
 * @param receiver the client; its user is read again with its rights
 * @param conversations what to follow
 * @param isNarrowed the client chose them: others that it may see are not followed
 */
export async function openEvents(
  request: Request,
  receiver: Receiver,
  conversations: readonly string[],
  isNarrowed: boolean,
  { broker, forms, rightsOf, heartbeatMs, maxQueuedBytes, signal, onError }: EventsOptions,
): Promise<Response> {
  let { user } = receiver;
  let followed = new Set(conversations);
  let unsubscribe = () => {};
  let beat: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let isAsking = false;
  /** Heartbeats in a row that the client has read nothing for. */
  let unread = 0;

  const signals = [request.signal, ...(signal ? [signal] : [])];
  const stop = (error?: Error) => {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe();
    clearInterval(beat);
    for (const one of signals) one.removeEventListener('abort', onAbort);
    // What ended before the host shuts down is still sent.
    transcript.end(signal?.aborted === true);
    if (error) outlet.destroy(error);
    else outlet.end();
  };
  const onAbort = () => stop();
  const outlet = createOutlet(() => transcript.next(), onAbort);
  const transcript = createTranscript({
    forms,
    lastEventId: () => broker.lastEventId(),
    receiver: () => ({ ...receiver, user }),
    onError,
  });

  const hear = (event: BrokerEvent) => {
    // The last event may have any size, so that one of any size gets through.
    if (transcript.backlog() >= maxQueuedBytes)
      return stop(tooSlow(`has not read ${transcript.backlog()} bytes, and maxQueuedBytes is ${maxQueuedBytes}`));
    transcript.hear(event);
    outlet.flush();
  };

  /** Follows these instead; nothing is told in between, so that nothing is missed. */
  const follow = (ids: ReadonlySet<string>, since?: string) => {
    const before = unsubscribe;
    followed = new Set(ids);
    unsubscribe = broker.subscribe(hear, { conversationId: [...ids], since, attended: true });
    before();
  };

  /** Whether the client may still see all that it follows; what it may see besides is followed from here on. */
  const renew = async () => {
    const rights = await rightsOf(request);
    const allowed = new Set(rights?.conversations);
    if (!isOpen) return;
    if (!rights || [...followed].some((id) => !allowed.has(id))) return stop();
    ({ user } = rights);
    const added = [...allowed].filter((id) => !followed.has(id));
    if (isNarrowed || added.length === 0) return;
    follow(allowed);
    await transcript.add(() => pendingOf(broker, added));
    outlet.flush();
  };

  const onBeat = () => {
    // Not answered for a whole heartbeat: nobody knows whether the client may still see this.
    if (isAsking) return stop();
    unread = outlet.beat() ? 0 : unread + 1;
    if (unread >= PATIENCE) return stop(tooSlow(`has read nothing for ${PATIENCE} heartbeats`));
    isAsking = true;
    renew()
      .catch((error: unknown) => {
        if (isOpen) onError(error);
        stop();
      })
      .finally(() => (isAsking = false));
  };

  for (const one of signals) one.addEventListener('abort', onAbort);
  try {
    follow(followed, request.headers.get('last-event-id') ?? undefined);
    transcript.begin(await pendingOf(broker, conversations));
  } catch (error) {
    stop();
    throw error;
  }
  if (signals.some(({ aborted }) => aborted)) stop();
  if (isOpen) {
    beat = setInterval(onBeat, heartbeatMs);
    (beat as { unref?: () => void }).unref?.();
  }
  return eventStream(outlet.stream);
}
