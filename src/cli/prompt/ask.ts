import { createPrompt, useEffect, useKeypress, useState } from '@inquirer/core';
import { emitKeypressEvents, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { toKey, type Key } from '../../terminal/key.js';
import type { Frame } from '../../terminal/view.js';
import { createLoop, type Loop, type LoopConfig, type TerminalResult } from './loop.js';
import type { Display } from './screen.js';

/** Milliseconds after which a single Escape is the Escape key, and not the start of another key's sequence. */
const ESCAPE_MS = 100;

interface Config extends LoopConfig {
  readonly display: Display;
  readonly input: ReadStream;
  readonly output: WriteStream;
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
