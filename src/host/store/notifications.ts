import { readNotice } from './codec.js';
import type { Change, RequestStore } from './types.js';
import { quiet } from './with-timeout.js';

/** Time between two checks of a connection that only listens, in milliseconds. */
const BEAT_MS = 15_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** A connection that receives notifications. */
export interface Line {
  /** Rejects if the connection is dead. */
  check(): Promise<unknown>;
  close(): void;
}

/** Callbacks of a `Line`. */
export interface Told {
  notice(payload: string | undefined): void;
  /** Called when the connection is lost. May be called again. */
  lost(): void;
}

/** Opens a connection. Resolves when all later changes will be notified. */
export type OpenLine = (told: Told) => Promise<Line>;

/**
 * Keeps one connection open while there are listeners, and reconnects when it is lost.
 *
 * @param random - Returns a number from 0 to 1, which spreads the reconnects of many nodes.
 */
export function createFeed(open: OpenLine, random: () => number = Math.random): RequestStore['watch'] {
  const listeners = new Set<{ readonly listener: (change?: Change) => void }>();
  let stop: (() => void) | undefined;

  const tell = (change?: Change) => {
    for (const { listener } of [...listeners]) listener(change);
  };

  return (listener) => {
    const entry = { listener };
    listeners.add(entry);
    stop ??= hold(open, tell, random);
    return () => {
      if (!listeners.delete(entry) || listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}

function hold(open: OpenLine, tell: (change?: Change) => void, random: () => number): () => void {
  let isOver = false;
  let failures = 0;
  let hangUp = () => undefined as void;

  async function connect(): Promise<void> {
    let line: Line | undefined;
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
      hangUp = () => clearTimeout(timer);
    };
    hangUp = end;
    try {
      line = await open({ notice: (payload) => isLost || tell(readNotice(payload)), lost });
    } catch {
      if (!isOver) lost();
      return;
    }
    if (isLost) return line.close();
    failures = 0;
    const check = line.check;
    beat = quiet(setInterval(() => void check().catch(lost), BEAT_MS));
    // Changes may have been missed during the reconnect.
    tell();
  }

  void connect();
  return () => {
    isOver = true;
    hangUp();
  };
}
