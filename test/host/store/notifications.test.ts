import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotifications } from '../../../src/host/store/notifications.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = () => Promise.reject(new Error('refused'));

/** Returns the times, in milliseconds, at which a node tries to connect if every attempt fails. */
async function openings(random: () => number): Promise<number[]> {
  const start = Date.now();
  const times: number[] = [];
  const watch = createNotifications(() => {
    times.push(Date.now() - start);
    return refused();
  }, random);
  const stop = watch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  stop();
  const before = times.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(times).toHaveLength(before);
  return times.slice(0, 9);
}

describe('a subscription connection', () => {
  it('leaves no heartbeat behind when it is lost [R-DURABLE]', async () => {
    const lines: { lost(): void; checks: number; isClosed: boolean }[] = [];
    const watch = createNotifications(async ({ onLost }) => {
      const line = { lost: onLost, checks: 0, isClosed: false };
      lines.push(line);
      return {
        check: async () => void (line.checks += 1),
        close: () => void (line.isClosed = true),
      };
    });
    const stop = watch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect([lines.length, vi.getTimerCount()]).toEqual([1, 1]);
    for (let losses = 1; losses <= 3; losses++) {
      lines.at(-1)!.lost();
      lines.at(-1)!.lost();
      await vi.advanceTimersByTimeAsync(5_000);
      expect([lines.length, vi.getTimerCount()]).toEqual([losses + 1, 1]);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines.map(({ checks }) => checks > 0)).toEqual([false, false, false, true]);
    expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a node whose subscription connection is lost [R-DURABLE]', () => {
  it('retries with growing delays, up to 5 s', async () => {
    expect(await openings(() => 1)).toEqual([0, 100, 300, 700, 1_500, 3_100, 6_300, 11_300, 16_300]);
  });

  it('reports each reason once until it is connected again', async () => {
    const lines: (() => void)[] = [];
    let why: string | undefined = 'permission denied.';
    const watch = createNotifications(async ({ onLost }) => {
      if (why !== undefined) throw new Error(why);
      lines.push(onLost);
      return { check: async () => undefined, close: () => undefined };
    });
    const [errors, others] = [[] as unknown[], [] as unknown[]];
    const stops = [
      watch(
        () => undefined,
        (error) => errors.push(error),
      ),
      watch(() => undefined),
    ];
    await vi.advanceTimersByTimeAsync(60_000);
    stops.push(
      watch(
        () => undefined,
        (error) => others.push(error),
      ),
    );
    why = 'no route';
    await vi.advanceTimersByTimeAsync(60_000);
    const failed = (reason: string) => ({
      message: `The store cannot listen for changes, so they are found up to 10 s later: ${reason}. It tries again.`,
    });
    expect(errors).toMatchObject([failed('permission denied'), failed('no route')]);
    expect(others).toMatchObject([failed('no route')]);
    why = undefined;
    await vi.advanceTimersByTimeAsync(10_000);
    why = 'no route';
    lines[0]!();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors).toMatchObject([failed('permission denied'), failed('no route'), failed('no route')]);
    for (const stop of stops) stop();
  });

  it('retries after a random delay, so that nodes do not reconnect at the same time', async () => {
    const at: number[][] = [];
    for (const chance of [0, 0.25, 0.5, 0.75, 1]) at.push(await openings(() => chance));
    expect(at.map((times) => times[1])).toEqual([50, 62, 75, 87, 100]);
    const lengths = at.map((times) => times[5]! - times[4]!);
    expect(new Set(lengths).size).toBe(5);
    // The default is Math.random.
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
    const watch = createNotifications(refused);
    const stop = watch(() => undefined);
    await vi.advanceTimersByTimeAsync(49);
    expect(chance).toHaveBeenCalledTimes(1);
    stop();
    chance.mockRestore();
  });
});
