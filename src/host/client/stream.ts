import { createEventReader } from './events.js';
import { unlessAborted } from '../../core/unless-aborted.js';
import { LONGEST_TIMER_MS } from '../time.js';
import { backoff, SPREAD } from './backoff.js';
import type { ClientAction } from './state.js';
import { REFUSALS } from './retrying-fetch.js';
import type { ConnectionStatus, Refusal } from './types.js';

/** Default time between two heartbeats of the server, in milliseconds. */
const HEARTBEAT = 15_000;
/** Silence after which a connection counts as lost, in milliseconds, at least and with the default heartbeats. */
const SILENCE = 3 * HEARTBEAT;
/** The same after the visibility of the page has changed. */
const SOON = 20_000;
/** Time after its snapshot at which a connection resets the number of failures, in milliseconds. */
const STEADY = 5_000;
/** How long a reconnect after a clean end or a change of network keeps the status `online`, in milliseconds. */
const BLINK = 2_000;
/** Shortest wait after a refusal, in milliseconds, because a user has to sign in first. */
const LONG = 30_000;

export interface StreamOptions {
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  onMessage(message: ClientAction): void;
  onConnection(connection: ConnectionStatus): void;
  onError(error: unknown): void;
  random(): number;
}

export interface Stream {
  start(): void;
  stop(): void;
  /** Reconnects now if it waits to reconnect. */
  retry(): void;
}

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

function bodyOf(response: Response): ReadableStream<Uint8Array> {
  const { status, redirected, body } = response;
  const type = response.headers.get('content-type')?.toLowerCase() ?? 'no content type';
  if (status === 200 && type.startsWith('text/event-stream') && body) return body;
  void body?.cancel().catch(() => {});
  const refusal = REFUSALS[status];
  const why =
    refusal === 'misdirected'
      ? ' It does not accept the host name in `url`. Add that name to `hosts` of createAskUserHandler.'
      : '';
  if (refusal) throw new Refused(refusal, `The server refused access to its events (status ${status}).${why}`);
  // This is usually a redirect to a sign-in page.
  if (redirected) throw new Refused('unauthorized', `The request for events was redirected to ${response.url}.`);
  if (status === 200 && !body && type.startsWith('text/event-stream'))
    throw new Error('The provided `fetch` cannot stream responses. Pass a streaming `fetch` to createAskUserClient.');
  throw new Error(`Expected text/event-stream from the server, got ${type} (status ${status}). Check \`url\`.`);
}

/** Source of the page's network and visibility events. Some runtimes lack the methods. */
const page: Partial<Pick<typeof globalThis, 'addEventListener' | 'removeEventListener'>> = globalThis;

export function createStream({ open, onMessage, onConnection, onError, random }: StreamOptions): Stream {
  let isRunning = false;
  /** The current connection or attempt; `undefined` while the stream waits to reconnect or is stopped. */
  let current: AbortController | undefined;
  /** Whether the reported status is `online`. It can stay so during a reconnect. */
  let isOnline = false;
  let failures = 0;
  let lastEventId: string | undefined;
  /** By how much the heartbeats of the server are slower than by default. */
  let slowness = 1;
  let next: ReturnType<typeof setTimeout> | undefined;
  let phase: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(next);
    clearTimeout(phase);
    const dropped = current;
    current = undefined;
    dropped?.abort();
  }

  function show(connection: ConnectionStatus): void {
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

  function hearWithin(fastest: number): void {
    const mine = current;
    const ms = Math.min(fastest * slowness, LONGEST_TIMER_MS);
    clearTimeout(next);
    next = setTimeout(() => mine && lost(mine, new Error(`The server sent nothing for ${ms} ms.`)), ms);
  }

  /** A first clean end is not a failure: some servers limit the duration of streams. */
  function lost(mine: AbortController, error?: unknown): void {
    if (current !== mine) return;
    const isClean = error === undefined && isOnline;
    drop();
    if (isClean && failures === 0) {
      failures = 1;
      // A server that shuts down ends the streams of all clients at once. Spread the reconnects.
      const wait = random() * SPREAD;
      next = setTimeout(() => connect(BLINK - wait), wait);
      return;
    }
    const refusal = error instanceof Refused ? error.refusal : undefined;
    const wait = refusal ? LONG * (1 + random()) : backoff(failures, random);
    failures += 1;
    next = setTimeout(connect, wait);
    show(refusal ?? 'offline');
    if (error !== undefined) onError(error);
  }

  async function read(signal: AbortSignal): Promise<void> {
    const opening = open(lastEventId, signal);
    opening.then((late) => signal.aborted && void late.body?.cancel().catch(() => {})).catch(() => {});
    const reader = bodyOf(await unlessAborted(opening, signal)).getReader();
    const readEvents = createEventReader({
      onHeartbeat: (ms) => void (slowness = Math.max(1, Number(ms) / HEARTBEAT) || 1),
      onMessage: (message) => void (signal.aborted || tell(message, signal)),
      onId: (id) => void (signal.aborted || (lastEventId = id)),
      onError,
    });
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await unlessAborted(reader.read(), signal);
        if (done || signal.aborted) return;
        readEvents(decoder.decode(value, { stream: true }));
        if (signal.aborted) return;
        hearWithin(SILENCE);
      }
    } finally {
      void reader.cancel().catch(() => {});
    }
  }

  function tell(message: ClientAction, signal: AbortSignal): void {
    onMessage(message);
    if (message.type !== 'snapshot' || signal.aborted) return;
    clearTimeout(phase);
    phase = setTimeout(() => (failures = 0), STEADY);
    show('online');
  }

  const retry = () => {
    if (isRunning && !current) connect();
  };
  /** The network has changed, so the current connection may be dead without an error. */
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
