import { createEventReader } from './events.js';
import { backoff, SPREAD, unlessAborted } from './pace.js';
import type { Message } from './state.js';
import type { Connection } from './types.js';

/** The host sends something every 15 seconds. */
const SILENCE = 45_000;
/** The same for a page that comes back to the screen: what it was connected to may be gone for long. */
const SOON = 20_000;
/** A connection that lasts is a new start: the next loss of it is the first. */
const STEADY = 5_000;
/** How long a connection may be away before anybody is told. */
const BLINK = 2_000;
/** After a refusal: it takes a person to change that, and is not made faster by asking. */
const LONG = 30_000;

export interface StreamOptions {
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  onMessage(message: Message): void;
  onConnection(connection: Connection): void;
  onError(error: unknown): void;
  random(): number;
}

/** The host's events, connected again whenever they break off. */
export interface Stream {
  start(): void;
  stop(): void;
  /** Tries again now, where it waits to. */
  retry(): void;
}

class Refused extends Error {}

/** The stream's body, or why there is none. */
function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const { status, redirected, body } = response;
  const type = response.headers.get('content-type')?.toLowerCase() ?? 'no content type';
  if (status === 200 && type.startsWith('text/event-stream') && body) return body;
  void body?.cancel().catch(() => {});
  if (status === 401 || status === 403) throw new Refused(`The host refused its events (${status}).`);
  // A page to sign in at, most likely.
  if (redirected) throw new Refused(`The host's events were redirected to ${response.url}.`);
  if (status === 200 && !body && type.startsWith('text/event-stream'))
    throw new Error('This fetch can not read streams: give createAskUserClient a `fetch` that can.');
  throw new Error(`The host's events are no stream of events: ${status}, ${type}.`);
}

/** Where the page hears of its network and of being looked at; elsewhere nothing does. */
const page: Partial<Pick<typeof globalThis, 'addEventListener' | 'removeEventListener'>> = globalThis;

export function createStream({ open, onMessage, onConnection, onError, random }: StreamOptions): Stream {
  let isRunning = false;
  /** What is connected or connecting; none while it waits for its next time. */
  let current: AbortController | undefined;
  /** As it was told last; a blink is not told. */
  let isOnline = false;
  let failures = 0;
  let lastEventId: string | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let phase: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(next);
    clearTimeout(phase);
    const dropped = current;
    current = undefined;
    dropped?.abort();
  }

  function show(connection: Connection): void {
    isOnline = connection === 'online';
    onConnection(connection);
  }

  function connect(blink = BLINK): void {
    drop();
    const mine = new AbortController();
    current = mine;
    if (isOnline) phase = setTimeout(() => show('offline'), blink);
    hearWithin(SILENCE);
    read(mine.signal).then(
      () => lost(mine),
      (error: unknown) => lost(mine, error),
    );
  }

  function hearWithin(ms: number): void {
    const mine = current;
    clearTimeout(next);
    next = setTimeout(() => mine && lost(mine, new Error(`Nothing was heard of the host for ${ms} ms.`)), ms);
  }

  /** This connection is over. A first clean end is no failure: some hosts end each stream after a while. */
  function lost(mine: AbortController, error?: unknown): void {
    if (current !== mine) return;
    const isClean = error === undefined && isOnline;
    drop();
    if (isClean && failures === 0) {
      failures = 1;
      // A host that is shut down ends the streams of all its clients at once.
      const wait = random() * SPREAD;
      next = setTimeout(() => connect(BLINK - wait), wait);
      return;
    }
    const refused = error instanceof Refused;
    const wait = refused ? LONG * (1 + random()) : backoff(failures, random);
    failures += 1;
    next = setTimeout(connect, wait);
    show(refused ? 'refused' : 'offline');
    if (error !== undefined) onError(error);
  }

  async function read(signal: AbortSignal): Promise<void> {
    const opening = open(lastEventId, signal);
    opening.then((late) => signal.aborted && void late.body?.cancel().catch(() => {})).catch(() => {});
    const reader = bodyOf(await unlessAborted(opening, signal)).getReader();
    const readEvents = createEventReader({
      onMessage: (message) => void (signal.aborted || tell(message, signal)),
      onId: (id) => void (signal.aborted || (lastEventId = id)),
      onError,
    });
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await unlessAborted(reader.read(), signal);
        if (done || signal.aborted) return;
        hearWithin(SILENCE);
        readEvents(decoder.decode(value, { stream: true }));
      }
    } finally {
      void reader.cancel().catch(() => {});
    }
  }

  function tell(message: Message, signal: AbortSignal): void {
    onMessage(message);
    if (message.type !== 'snapshot' || signal.aborted) return;
    clearTimeout(phase);
    phase = setTimeout(() => (failures = 0), STEADY);
    show('online');
  }

  const retry = () => {
    if (isRunning && !current) connect();
  };
  /** Another network, or none: what is connected is so no more, whatever it says. */
  const onNetwork = () => {
    failures = 0;
    connect();
  };
  const onLook = () => {
    if (isOnline && current) hearWithin(SOON);
    else retry();
  };
  // `visibilitychange` bubbles here from the document.
  const heard = Object.entries({ online: onNetwork, offline: onNetwork, visibilitychange: onLook });

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      for (const [name, listener] of heard) page.addEventListener?.(name, listener);
      connect();
    },
    stop() {
      isRunning = false;
      for (const [name, listener] of heard) page.removeEventListener?.(name, listener);
      drop();
      isOnline = false;
    },
    retry,
  };
}
