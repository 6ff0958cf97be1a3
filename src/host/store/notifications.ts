import { messageOf } from '../guard.js';
import { parseNotification } from './codec.js';
import type { StoreChange, RequestStore } from './types.js';
import { quiet } from '../time.js';

/** Time between two checks of a connection that only listens, in milliseconds. */
const BEAT_MS = 15_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

export interface Subscription {
  /** Rejects if the connection does not answer. */
  check(): Promise<unknown>;
  close(): void;
}

export interface NotificationHandlers {
  onNotification(payload: string | undefined): void;
  /** May be called more than once. */
  onLost(): void;
}

/** Opens a connection. Resolves when the connection is subscribed, so that it notifies of later changes. */
export type OpenSubscription = (handlers: NotificationHandlers) => Promise<Subscription>;

interface Listener {
  readonly listener: (change?: StoreChange) => void;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Returns a `watch` that keeps one connection open while there are listeners, and reconnects when it is lost.
 *
 * @param random - Returns a number from 0 to 1, which spreads the reconnects of many nodes.
 */
export function createNotifications(open: OpenSubscription, random: () => number = Math.random): RequestStore['watch'] {
  const listeners = new Set<Listener>();
  let stop: (() => void) | undefined;

  const all: Listener = {
    listener(change) {
      for (const { listener } of [...listeners]) listener(change);
    },
    onError(error) {
      for (const { onError } of [...listeners]) onError?.(error);
    },
  };

  return (listener, onError) => {
    const entry = { listener, onError };
    listeners.add(entry);
    stop ??= hold(open, all, random);
    return () => {
      if (!listeners.delete(entry) || listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}

function hold(open: OpenSubscription, { listener, onError }: Listener, random: () => number): () => void {
  let isOver = false;
  let failures = 0;
  let unsubscribe = () => undefined as void;
  /** Why the store could not listen since it last could. */
  const reasons = new Set<string>();

  function report(cause: unknown): void {
    const why = messageOf(cause).replace(/\.$/, '');
    if (reasons.has(why)) return;
    reasons.add(why);
    const message = `The store cannot listen for changes, so they are found up to 10 s later: ${why}. It tries again.`;
    onError?.(new Error(message, { cause }));
  }

  async function connect(): Promise<void> {
    let line: Subscription | undefined;
    let isLost = false;
    let beat: ReturnType<typeof setInterval> | undefined;
    const end = () => {
      isLost = true;
      clearInterval(beat);
      line?.close();
    };
    const lost = () => {
      if (isLost) return;
      end();
      const longest = Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS);
      const timer = quiet(setTimeout(() => void connect(), longest * (0.5 + random() / 2)));
      unsubscribe = () => clearTimeout(timer);
    };
    unsubscribe = end;
    try {
      line = await open({ onNotification: (payload) => isLost || listener(parseNotification(payload)), onLost: lost });
    } catch (error) {
      if (isOver) return;
      report(error);
      lost();
      return;
    }
    if (isLost) return line.close();
    failures = 0;
    reasons.clear();
    const check = line.check;
    beat = quiet(setInterval(() => void check().catch(lost), BEAT_MS));
    // Changes may have been missed before the connection was open.
    listener();
  }

  void connect();
  return () => {
    isOver = true;
    unsubscribe();
  };
}
