import { expect, it } from 'vitest';
import { createMemoryStore, type RequestStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import { createTestBackend } from '../helpers.js';
import { describeStore } from './contract.js';
import { asked, endedBy, LONG } from './setup.js';

/** The memory store evicts a settled request once 1,000 others have settled. */
async function forgetSettled(records: RequestStore): Promise<void> {
  const store = createRequests(records, console.error);
  for (let i = 0; i < 1_000; i++) {
    const requestId = crypto.randomUUID();
    await store.open(asked(requestId), LONG);
    await store.settle(requestId, endedBy('Ana'));
  }
}

describeStore(
  'in memory',
  () => {
    const store = createMemoryStore();
    return { store, forget: () => forgetSettled(store) };
  },
  { leases: false },
);

describeStore('the test store, with several nodes', () => {
  const backend = createTestBackend();
  const { connect, drop, clock } = backend;
  return { store: connect(), other: connect(), forget: drop, advance: clock.advance };
});

it('the clock of the memory store counts from the Unix epoch', async () => {
  const store = createMemoryStore();
  const record = {
    kind: 'request',
    id: 'r1',
    version: 'v1',
    list: 'due',
    conversationId: 'c1',
    at: Date.now() - 1_000,
  };
  const { now } = await store.insert({ ...record, value: {} }, false);
  expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
  expect((await store.get('request', ['r1'])).records[0]!.writtenAt).toBeLessThanOrEqual(
    (await store.list('a', 'b')).now,
  );
  expect((await store.overdue('request', 'due', 0, 1)).records).toHaveLength(1);
  expect((await store.overdue('request', 'due', 60_000, 1)).records).toEqual([]);
});
