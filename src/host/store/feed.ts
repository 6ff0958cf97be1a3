import { readNotice } from './codec.js';
import type { Change, RequestStore } from './types.js';
import { quiet } from './within.js';

/** How often a connection that only listens is asked whether it is still there. */
const BEAT_MS = 15_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** A connection that hears of changes. */
export interface Line {
  /** Rejects where nobody is at the other end. */
  check(): Promise<unknown>;
  close(): void;
}

/** What a line says. */
export interface Told {
  notice(payload: string | undefined): void;
  /** The connection is gone. May be called again. */
  lost(): void;
}

/** Resolves once every change from then on is told. */
export type OpenLine = (told: Told) => Promise<Line>;

/**
 * Holds one line as long as anybody listens, and opens another when it is lost.
 *
 * @param random 0 to 1: nodes that have lost theirs at once don't come back at once
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
    // Whatever changed while nobody listened.
    tell();
  }

  void connect();
  return () => {
    isOver = true;
    hangUp();
  };
}
