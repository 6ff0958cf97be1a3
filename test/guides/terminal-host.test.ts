import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DATABASE, NAME, requestOf } from '../terminal/at-terminal.js';
import { ask } from './terminal-host.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Streams of a terminal, with the members that the sample of docs/channels.md uses. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (mode: boolean) => (modes.push(mode), input),
    setEncoding: () => input,
    resume: () => input,
    pause: () => input,
  });
  let written = '';
  const output = Object.assign(new EventEmitter(), {
    columns: 60,
    rows: 20,
    write: (text: string) => ((written += text), true),
  });
  const type = async (...chunks: readonly string[]) => {
    for (const chunk of chunks) {
      input.emit('data', chunk);
      await vi.advanceTimersByTimeAsync(300);
    }
  };
  return { streams: [input as never, output as never] as const, input, output, modes, type, written: () => written };
}

it('the terminal sample asks, returns the answers and restores the terminal [R-TERMINAL]', async () => {
  const { streams, input, output, modes, type, written } = terminal();
  const asked = ask(requestOf([DATABASE, NAME]), ...streams);
  await vi.advanceTimersByTimeAsync(300);
  expect(written()).toContain('Which database should we use?');
  expect(written()).toContain('Tab/←→ switch • ↑↓ select • Enter confirm');
  await type('\u001b[B', '\r', 'orders', '\u001b');
  expect(written()).toContain('Discard 2 answers?');
  await type('\u001b', '\u001b[13u');
  expect(written()).toContain('Check your answers');
  await type('\r');
  expect(await asked).toMatchObject({ status: 'answered', answers: [{ text: 'SQLite' }, { text: 'orders' }] });
  expect(written()).toMatch(/✓.* Database: SQLite\n.*✓.* Service Name: orders\n$/);
  expect(modes).toEqual([true, false]);
  expect([input.eventNames(), output.eventNames(), vi.getTimerCount()]).toEqual([[], [], 0]);
});

it('the terminal sample settles as aborted with its signal and restores the terminal [R-TERMINAL] [R-PAUSE]', async () => {
  const { streams, input, output, modes } = terminal();
  const run = new AbortController();
  const asked = ask(requestOf([NAME]), ...streams, run.signal);
  await vi.advanceTimersByTimeAsync(300);
  run.abort();
  expect(await asked).toEqual({ status: 'aborted' });
  expect(modes).toEqual([true, false]);
  expect([input.eventNames(), output.eventNames(), vi.getTimerCount()]).toEqual([[], [], 0]);
  expect(await ask(requestOf([NAME]), ...streams, run.signal)).toEqual({ status: 'aborted' });
  expect(modes).toEqual([true, false]);
});

it('the terminal sample settles as cancelled on Ctrl+C [R-TERMINAL]', async () => {
  const { streams, type } = terminal();
  const asked = ask(requestOf([NAME]), ...streams);
  await type('\u0003');
  expect(await asked).toEqual({ status: 'cancelled' });
});
