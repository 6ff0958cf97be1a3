import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestBackend, createTestClock } from '../helpers.js';
import { asked, endedBy, LONG } from './setup.js';

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A node whose clock is `wrongMs` ahead of the store's. */
function start(wrongMs: number) {
  const clock = createTestClock();
  const { connect } = createTestBackend(clock);
  vi.setSystemTime(clock.now() + wrongMs);
  const store = connect();
  return {
    requests: store.requests,
    other: connect().requests,
    open: (id: string, owner?: string) =>
      store.requests.open(asked(id, { askedAt: Date.now() }), { ...LONG, ...(owner !== undefined && { owner }) }),
    pass(ms: number) {
      clock.advance(ms);
      vi.advanceTimersByTime(ms);
    },
    kept: async () => {
      const [requests, processes] = await Promise.all([
        store.get('request', ['settled', 'waited', 'left', 'undelivered']),
        store.get('process', ['a', 'b']),
      ]);
      return [...requests.records, ...processes.records].map(({ id }) => id).toSorted();
    },
  };
}

it.each([0, 100 * DAY, -100 * DAY])(
  'what is old is removed by the clock of the store, if that of the node is %d ms ahead [R-DURABLE]',
  async (wrongMs) => {
    const { requests, open, pass, kept } = start(wrongMs);
    await requests.beat('a', 1_000);
    await requests.beat('b', 50 * DAY);
    await open('left', 'a');
    await open('waited', 'b');
    await open('settled');
    await requests.settle('settled', endedBy('Ana'));
    await requests.open(asked('undelivered', { callback: 'resume', askedAt: Date.now() }), { leaseMs: 'none' });
    await requests.settle('undelivered', endedBy('Ana'));
    const purge = async (ms: number) => {
      pass(ms);
      await requests.beat('b', 50 * DAY);
      await requests.purge();
    };
    await purge(1_000);
    expect(await kept()).toEqual(['a', 'b', 'left', 'settled', 'undelivered', 'waited']);
    await purge(8 * DAY);
    expect(await kept()).toEqual(['a', 'b', 'left', 'undelivered', 'waited']);
    // The first look at a request can be late by as much as the clock of its node is wrong.
    await purge(30 * DAY + Math.max(0, wrongMs));
    expect(await kept()).toEqual(['b', 'undelivered', 'waited']);
  },
);

it('the record of a process is kept for the lease of a request that it attached to [R-LEASE]', async () => {
  const { requests, other, pass } = start(0);
  await requests.open(asked('r1', { askedAt: Date.now() }), { leaseMs: 60 * DAY });
  await other.attach('r1', { owner: 'a' });
  pass(50 * DAY);
  await other.beat('a', 1_000);
  pass(31 * DAY);
  await requests.purge();
  // Its lease counts from the last beat.
  expect((await requests.get('r1'))?.state).toBe('awaiting_user_response');
  pass(30 * DAY);
  expect((await requests.get('r1'))?.state).toBe('orphaned');
});
