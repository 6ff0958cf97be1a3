import type { EventEmitter } from 'node:events';
import type { ReadStream } from 'node:tty';
import type { AskUserResult } from '../../core/answer/types.js';
import { createKeyDecoder } from '../../terminal/decode.js';
import type { Key } from '../../terminal/key.js';
import { sizeOf, type TerminalSession, type TerminalSize } from '../../terminal/session.js';
import { withdrawnBy } from '../frontend.js';
import type { Display } from './screen.js';

/** Milliseconds after which a single Escape is the Escape key, and not the start of another key's sequence. */
const ESCAPE_MS = 100;
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
  readonly display: Omit<Display, 'print'>;
  readonly input: EventEmitter & Pick<ReadStream, 'setRawMode' | 'setEncoding' | 'resume' | 'pause'>;
  readonly output: EventEmitter & TerminalSize;
  readonly signal: AbortSignal;
}

/** Passes keys to a session, and renders its frames, until the session has a result. */
export function runLoop({ session, display, input, output, signal }: LoopConfig): Promise<TerminalResult> {
  const decoder = createKeyDecoder();
  const now = () => performance.now();
  let onResult: (result: TerminalResult) => void;
  const ended = new Promise<TerminalResult>((resolve) => (onResult = resolve));
  let drawing = false;
  let waiting: NodeJS.Timeout | undefined;
  const update = () => {
    const result = session.result();
    if (result) {
      stop();
      return onResult(result);
    }
    if (drawing) return;
    drawing = true;
    // Many keys can arrive at once, such as those of a paste without bracketed paste. Render once for all of them.
    setImmediate(() => {
      drawing = false;
      if (session.result()) return;
      const time = now();
      display.draw(session.frame(time, output));
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
  const press = (keys: readonly Key[]) => {
    look();
    const at = now();
    pressed.push(...keys.map((key) => ({ key, at })));
    readSoon();
  };
  let escaping: NodeJS.Timeout | undefined;
  const read = (chunk: string) => {
    clearTimeout(escaping);
    press(decoder.decode(chunk));
    if (decoder.pending()) escaping = setTimeout(() => press(decoder.flush()), ESCAPE_MS);
  };
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
    // Another program may have changed the modes of the terminal while this one was stopped, and Node does not know.
    input.setRawMode(false);
    input.setRawMode(true);
    display.resume();
    hold();
    update();
  };
  const ends = ['end', 'close', 'error'];
  const looking = setInterval(look, LOOK_MS);
  const stop = () => {
    for (const timer of [looking, reading, waiting, escaping]) clearTimeout(timer);
    for (const name of ends) input.off(name, lost);
    input.off('data', read);
    output.off('error', lost);
    output.off('resize', resize);
    process.off('SIGCONT', resume);
    process.off('exit', stop);
    signal.removeEventListener('abort', withdrawn);
    display.end();
    input.setRawMode(false);
    input.pause();
  };
  for (const name of ends) input.on(name, lost);
  output.on('error', lost);
  output.on('resize', resize);
  process.on('SIGCONT', resume);
  process.on('exit', stop);
  signal.addEventListener('abort', withdrawn);
  input.setEncoding('utf8');
  input.setRawMode(true);
  input.on('data', read);
  input.resume();
  display.begin();
  // Let Node read the input once before `shown`. At the start, the session ignores keys until then.
  setImmediate(() => {
    if (session.result()) return;
    session.shown(now());
    update();
  });
  return ended;
}
