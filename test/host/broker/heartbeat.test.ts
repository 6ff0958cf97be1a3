import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startHeartbeat } from '../../../src/host/broker/heartbeat.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the heartbeat waits for a slow read, even if an older one ends first [R-STATE]', async () => {
  const ends: (() => void)[] = [];
  const reconcile = () => new Promise<void>((resolve) => ends.push(resolve));
  const stop = startHeartbeat({ beatMs: 1, renew: async () => {}, reconcile, onError: () => {} });
  const beats = (count: number) => vi.advanceTimersByTimeAsync(count);
  await beats(4);
  expect(ends).toHaveLength(1);
  await beats(1);
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await beats(3);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await beats(1);
  expect(ends).toHaveLength(3);
  stop();
});
