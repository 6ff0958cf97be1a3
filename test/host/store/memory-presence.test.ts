import { expect, it, onTestFinished, vi } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import { makeRequest } from '../helpers.js';

it('the memory presence evicts the conversations that were left first, and none that a user sees [R-UNATTENDED]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const presence = createRequests(createMemoryStore(), console.error);
  await presence.attend('a', 'seen', true);
  for (let time = 0; time <= 10_000; time++) {
    await presence.attend('a', `c${time}`, true);
    await presence.attend('a', `c${time}`, false);
    vi.advanceTimersByTime(1);
  }
  const ages = await presence.lastAttended(['seen', 'c0', 'c1', 'c10000']);
  expect([...ages]).toEqual([
    ['seen', 0],
    ['c1', 10_000],
    ['c10000', 1],
  ]);
});

it('the memory store has no users of a broker that was closed, for another broker [R-UNATTENDED]', async () => {
  const store = createMemoryStore();
  const closed = createAskUserBroker({ store });
  for (const conversationId of ['c1', 'c2', undefined])
    closed.subscribe(() => undefined, { conversationId, attended: true });
  await closed.close();
  const broker = createAskUserBroker({ store, unattendedMs: 1, whenUnattended: 'unavailable' });
  const results = ['c1', 'c2'].map((conversationId) => broker.ask(makeRequest(conversationId), { conversationId }));
  expect(await Promise.all(results)).toMatchObject([{ status: 'unavailable' }, { status: 'unavailable' }]);
  await broker.close();
});
