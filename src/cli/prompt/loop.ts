import type { EventEmitter } from 'node:events';
import type { ReadStream } from 'node:tty';
import type { AskUserResult } from '../../core/answer/types.js';
import type { Key } from '../../terminal/key.js';
import { sizeOf, type TerminalSession, type TerminalSize } from '../../terminal/session.js';
import type { Frame } from '../../terminal/view.js';
import { withdrawnBy } from '../frontend.js';
import type { Display } from './screen.js';

/**
 * Milliseconds that a key waits before it acts. Node reports that the process was continued up to 8 ms after the keys
 * that were pressed while it was stopped.
 */
const SIGNAL_MS = 20;
/** Milliseconds between two looks at the clock. */
const LOOK_MS = 250;
/**
 * Milliseconds between two looks after which the process stood still: it was stopped and its signal was lost, a debugger
 * paused it, or the computer slept. A busy computer delays a look by much less.
 */
const STOOD_MS = 1_000;

const ignore = (): void => {};

/** Adds a listener that is never removed, so that an `error` event does not end the process, even after this prompt. */
export function outlive(emitter: EventEmitter, event: string): void {
  if (!emitter.listeners(event).includes(ignore)) emitter.on(event, ignore);
}

export type TerminalResult = NonNullable<ReturnType<TerminalSession['result']>>;

export interface LoopConfig {
  readonly session: TerminalSession;
  readonly display: Pick<Display, 'begin' | 'leave' | 'reflow' | 'resume' | 'end'>;
  readonly input: Pick<ReadStream, 'setRawMode'>;
  readonly output: TerminalSize & Record<'on' | 'off', (event: 'error' | 'resize', listener: () => void) => unknown>;
  readonly signal: AbortSignal;
}

export interface Loop {
  start(rl: { on: Listen; removeListener: Listen }): () => void;
  press(key: Key): void;
}
type Listen = (event: string, listener: () => void) => void;

/** Passes keys to a session, and renders its frames. */
export function createLoop(
  { session, display, input, output, signal }: LoopConfig,
  draw: (frame: Frame) => void,
  done: (result: TerminalResult) => void,
): Loop {
  let drawing = false;
  let waiting: NodeJS.Timeout | undefined;
  const now = () => performance.now();
  const update = () => {
    const result = session.result();
    if (result) return done(result);
    if (drawing) return;
    drawing = true;
    // Many keys can arrive at once, such as those of a paste without bracketed paste. Render once for all of them.
    setImmediate(() => {
      drawing = false;
      if (session.result()) return;
      const time = now();
      const frame = session.frame(time, output);
      display.leave();
      draw(frame);
      clearTimeout(waiting);
      const wait = session.waits(time);
      if (wait > 0 && wait < Infinity) waiting = setTimeout(update, wait);
    });
  };
  let pressed: { readonly key: Key; readonly at: number }[] = [];
  let reading: NodeJS.Timeout | undefined;
  const readKeys = () => {
    const keys = pressed;
    pressed = [];
    reading = undefined;
    for (const { key, at } of keys) if (!session.result()) session.press(key, at);
    update();
  };
  const readSoon = () => {
    // If the timer is late, a signal that has arrived meanwhile is handled first.
    reading ??= setTimeout(() => setImmediate(readKeys), SIGNAL_MS);
  };
  /** Ignores the keys that were pressed while the process stood still, because the user saw no effect of them. */
  const hold = () => {
    session.shown(now());
    readSoon();
  };
  // The wall clock, because a monotonic clock stops while the computer sleeps.
  let looked = Date.now();
  const look = () => {
    const before = looked;
    looked = Date.now();
    if (looked - before > STOOD_MS) hold();
  };
  // Let Node read the input once before `shown`. At the start, the session ignores keys until then.
  const settle = () =>
    setImmediate(() => {
      if (session.result()) return;
      session.shown(now());
      update();
    });
  const end = (result: AskUserResult) => {
    session.settle(result);
    update();
  };
  const lost = () => end({ status: 'connectionLost' });
  const withdrawn = () => end(withdrawnBy(signal));
  const resize = () => {
    display.reflow(sizeOf(output).columns);
    update();
  };
  const resume = () => {
    if (session.result()) return;
    // Another program may have changed the modes of the terminal while this one was stopped, and Node does not know.
    input.setRawMode(false);
    input.setRawMode(true);
    display.resume();
    hold();
    update();
  };
  return {
    press(key) {
      look();
      pressed.push({ key, at: now() });
      readSoon();
    },
    start(rl) {
      // Disable the editing of readline, which keeps a separate line and closes the prompt at Ctrl+D on an empty one.
      Object.assign(rl, { _ttyWrite: () => {} });
      display.begin();
      settle();
      const looking = setInterval(look, LOOK_MS);
      rl.on('close', lost);
      rl.on('error', lost);
      // This listener stays, because restoring a closed terminal fails, too.
      rl.on('error', ignore);
      output.on('error', lost);
      output.on('resize', resize);
      process.on('SIGCONT', resume);
      signal.addEventListener('abort', withdrawn);
      return () => {
        clearInterval(looking);
        clearTimeout(reading);
        clearTimeout(waiting);
        rl.removeListener('close', lost);
        rl.removeListener('error', lost);
        output.off('error', lost);
        output.off('resize', resize);
        process.off('SIGCONT', resume);
        signal.removeEventListener('abort', withdrawn);
        display.end();
      };
    },
  };
}
