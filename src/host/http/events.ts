import type { AskUserBroker } from '../broker/types.js';
import { createOutlet, HEARTBEAT, message } from './outlet.js';
import { pendingOf } from './pending.js';
import { eventStream } from './responses.js';
import { createTranscript } from './transcript.js';
import type { Authorized } from './types.js';
import type { Receiver } from './wire-forms.js';
import { write } from './write.js';

export interface EventsOptions {
  readonly broker: AskUserBroker;
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
  { broker, rightsOf, heartbeatMs, maxQueuedBytes, signal, onError }: EventsOptions,
): Promise<Response> {
  let { user } = receiver;
  let followed = new Set(conversations);
  let unsubscribe = () => {};
  let beat: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let isAsking = false;

  const signals = [request.signal, ...(signal ? [signal] : [])];
  const stop = () => {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe();
    clearInterval(beat);
    for (const one of signals) one.removeEventListener('abort', stop);
    outlet.end();
  };
  const outlet = createOutlet(maxQueuedBytes, stop);
  const send = (bytes: Uint8Array) => {
    if (isOpen && !outlet.send(bytes)) stop();
  };
  const transcript = createTranscript({
    tell(name, id, data) {
      const text = write(data, onError);
      if (text !== undefined) send(message(name, id, text));
    },
    lastEventId: () => broker.lastEventId(),
    receiver: () => ({ ...receiver, user }),
    onError,
  });

  /** Follows these instead; nothing is told in between, so that nothing is missed. */
  const follow = (ids: ReadonlySet<string>, since?: string) => {
    const before = unsubscribe;
    followed = new Set(ids);
    unsubscribe = broker.subscribe(transcript.hear, { conversationId: [...ids], since });
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
  };

  const onBeat = () => {
    // Not answered for a whole heartbeat: nobody knows whether the client may still see this.
    if (isAsking) return stop();
    send(HEARTBEAT);
    isAsking = true;
    renew()
      .catch((error: unknown) => {
        if (isOpen) onError(error);
        stop();
      })
      .finally(() => (isAsking = false));
  };

  for (const one of signals) one.addEventListener('abort', stop);
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
