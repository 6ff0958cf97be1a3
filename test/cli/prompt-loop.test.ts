import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { runLoop } from '../../src/cli/prompt/loop.js';
import { createSession } from '../../src/terminal/session.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { DATABASE, NAME, requestOf } from '../terminal/at-terminal.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setImmediate', 'setInterval', 'setTimeout'] });
  return () => vi.useRealTimers();
});

/** What a terminal sends for a key. */
const SEQUENCES: Readonly<Record<string, string>> = { enter: '\r', down: '\u001b[B', 'ctrl+c': '\u0003' };

/** Asks in a terminal that records nothing, whose clocks the test moves. All keys count when it resolves. */
async function asking(question: object = DATABASE) {
  const session = createSession(requestOf([question]), { theme: plainTheme });
  const stop = new AbortController();
  const ended = vi.fn();
  const draw = vi.fn();
  const nothing = () => {};
  const display = { begin: nothing, draw, reflow: nothing, resume: vi.fn(), end: nothing };
  const output = Object.assign(new EventEmitter(), { columns: 80, rows: 24 });
  const input = Object.assign(new EventEmitter(), {
    setRawMode: vi.fn(),
    setEncoding: vi.fn(),
    resume: vi.fn(),
    pause: vi.fn(),
  });
  const result = runLoop({ session, display, input, output, signal: stop.signal }).then(ended);
  onTestFinished(() => {
    stop.abort();
    return result;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  return {
    session,
    done: ended,
    display,
    press: (...names: readonly string[]) => names.forEach((name) => input.emit('data', SEQUENCES[name] ?? name)),
    /** Lets time pass while the program runs. */
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Lets time pass in which the program does not run. Its timers are late. */
    stand: (ms: number) => vi.setSystemTime(Date.now() + ms),
    hints: () => String(draw.mock.lastCall?.[0].lines).includes('Esc to cancel'),
  };
}

describe('a prompt whose program stood still [R-NOPHANTOM]', () => {
  test.each<[string, (at: Awaited<ReturnType<typeof asking>>) => unknown]>([
    ['whose signal is reported before the keys', () => process.emit('SIGCONT')],
    ['whose signal was lost', ({ stand }) => stand(60_000)],
    [
      'whose timer ran before the keys',
      async ({ stand, wait }) => {
        stand(60_000);
        await wait(250);
      },
    ],
  ])('ignores keys of a stop %s', async (_, stop) => {
    const at = await asking();
    await stop(at);
    at.press('down', 'enter');
    await at.wait(100);
    expect([at.done.mock.calls, at.session.frame(0).cursor.row, at.hints()]).toEqual([[], 5, false]);
    await at.wait(200);
    expect(at.hints()).toBe(true);
    at.press('enter');
    await at.wait(100);
    expect(at.done).toHaveBeenCalledWith(expect.objectContaining({ status: 'answered' }));
  });

  it.each([0, 1, 8, 19])('ignores keys if the signal is reported %i ms after them', async (late) => {
    const at = await asking();
    at.press('down', 'enter');
    await at.wait(late);
    process.emit('SIGCONT');
    await at.wait(100);
    expect([at.done.mock.calls, at.session.frame(0).cursor.row]).toEqual([[], 5]);
    at.press('enter');
    await at.wait(100);
    expect(at.done).not.toHaveBeenCalled();
  });

  it('restores the terminal only after a signal, because only then another program can have changed it', async () => {
    const at = await asking();
    at.stand(60_000);
    at.press('down');
    await at.wait(1_000);
    expect(at.display.resume).not.toHaveBeenCalled();
    process.emit('SIGCONT');
    expect(at.display.resume).toHaveBeenCalledOnce();
  });

  it('ends with Ctrl+C at any time', async () => {
    const at = await asking();
    at.stand(60_000);
    at.press('ctrl+c');
    process.emit('SIGCONT');
    await at.wait(100);
    expect(at.done).toHaveBeenCalledWith('interrupted');
  });
});

describe('a prompt on a busy computer', () => {
  it('loses no text while its timers are late by half a second', async () => {
    const at = await asking(NAME);
    for (const letter of 'orders') {
      at.press(letter);
      at.stand(500);
      await at.wait(30);
    }
    expect(at.session.state().drafts[0]?.custom).toBe('orders');
  });

  it('reads keys after the clock was set back', async () => {
    const at = await asking(NAME);
    at.stand(-3_600_000);
    at.press('orders');
    await at.wait(100);
    expect(at.session.state().drafts[0]?.custom).toBe('orders');
  });
});
