import { createPrompt, useEffect, useKeypress, useState } from '@inquirer/core';
import type { EventEmitter } from 'node:events';
import { emitKeypressEvents, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { AskUserResult } from '../../core/answer/types.js';
import { withdrawnBy } from '../frontend.js';
import { toKey, type Key } from '../../terminal/key.js';
import type { Display } from './screen.js';
import { sizeOf, type TerminalSession } from '../../terminal/session.js';
import type { Frame } from '../../terminal/view.js';

/** Milliseconds after which a single Escape is the Escape key, and not the start of another key's sequence. */
const ESCAPE_MS = 100;

const ignore = (): void => {};

/** Adds a listener that is never removed, so that an `error` event does not end the process, even after this prompt. */
export function outlive(emitter: EventEmitter, event: string): void {
  if (!emitter.listeners(event).includes(ignore)) emitter.on(event, ignore);
}

type TerminalResult = NonNullable<ReturnType<TerminalSession['result']>>;

interface Config {
  readonly session: TerminalSession;
  readonly display: Display;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly signal: AbortSignal;
}

interface Loop {
  start(rl: { on: Listen; removeListener: Listen }): () => void;
  press(key: Key): void;
}
type Listen = (event: string, listener: () => void) => void;

function createLoop(
  { session, display, input, output, signal }: Config,
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
  let keys: Key[] = [];
  const readKeys = () => {
    const pressed = keys;
    keys = [];
    for (const key of pressed) if (!session.result()) session.press(key, now());
    update();
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
    // Node reports the signal after the keys that were pressed in the meantime.
    keys = [];
    settle();
  };
  return {
    press(key) {
      // Node can report the signal one turn of the event loop later.
      if (keys.push(key) === 1) setImmediate(() => setImmediate(readKeys));
    },
    start(rl) {
      // Disable the editing of readline, which keeps a separate line and closes the prompt at Ctrl+D on an empty one.
      Object.assign(rl, { _ttyWrite: () => {} });
      display.begin();
      settle();
      rl.on('close', lost);
      rl.on('error', lost);
      // This listener stays, because restoring a closed terminal fails, too.
      rl.on('error', ignore);
      output.on('error', lost);
      output.on('resize', resize);
      process.on('SIGCONT', resume);
      signal.addEventListener('abort', withdrawn);
      return () => {
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

const prompt = createPrompt<TerminalResult, Config>((config, done) => {
  const [frame, draw] = useState<Frame>(() => config.session.frame(performance.now(), config.output));
  const [loop] = useState<Loop>(() => createLoop(config, draw, done));
  useKeypress((key: Partial<Key>) => loop.press(toKey(key)));
  useEffect((rl) => loop.start(rl), [loop]);
  useEffect(() => config.display.place(frame), [config.display, frame]);
  // Inquirer adds a line below an empty last line, which would scroll the terminal.
  return frame.lines.join('\n').replace(/^$|\n$/, '$& ');
});

export async function run(config: Config): Promise<TerminalResult> {
  // Call this before readline does the same with a timeout of 500 ms.
  const { input } = config;
  const quick: object = { escapeCodeTimeout: ESCAPE_MS };
  emitKeypressEvents(input, quick as Interface);
  try {
    return await prompt(config, { input, output: config.display.sink, clearPromptOnDone: true });
  } catch (error) {
    // Restoring a closed terminal rejects the prompt. Keep a result that the session already has.
    const result = config.session.result();
    if (result) return result;
    throw error;
  }
}
