import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type RequestStore } from '../../../src/host/store.js';
import { createTestBackend, fakedClock, line, makeRequest, settleDown, startBroker } from '../helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const C1 = { conversationId: 'c1' };

describe.each<[string, () => RequestStore]>([
  ['memory', createMemoryStore],
  ['a durable store', () => createTestBackend(fakedClock).connect()],
])('a purged conversation in %s', (_, makeStore) => {
  it('has no request in the store, and no event to replay; other conversations keep theirs', async () => {
    const store = makeStore();
    const { broker, events, errors } = startBroker({ store });
    const since = broker.lastEventId();
    const leave = broker.subscribe(() => undefined, { ...C1, attended: true });
    await broker.open(makeRequest('old'), C1);
    await broker.cancel('old', { reason: 'private' });
    await broker.open(makeRequest('other'), { conversationId: 'c2' });
    await broker.cancel('other');
    const waiting = broker.ask(makeRequest('open'), C1);
    await settleDown();
    leave();
    await settleDown();
    expect(await broker.purge('c1')).toEqual({
      ok: true,
      requestIds: expect.arrayContaining(['old', 'open']) as string[],
    });
    expect(await waiting).toEqual({ status: 'superseded' });
    expect(await Promise.all(['old', 'open', 'other'].map(async (id) => (await broker.get(id))?.state))).toEqual([
      undefined,
      undefined,
      'settled',
    ]);
    expect((await store.get('presence', ['of c1'])).records).toEqual([]);
    const replayed: string[] = [];
    broker.subscribe((event) => replayed.push(line(event)), { since });
    expect(replayed).toEqual(['other cancelled']);
    expect(events.map(line).filter((one) => one.startsWith('open'))).toEqual([
      'open awaiting_user_response',
      'open superseded',
    ]);
    expect(await broker.purge('c1')).toEqual({ ok: true, requestIds: [] });
    expect(errors).toEqual([]);
    await broker.close();
  });

  it('keeps a settlement until its callback has acknowledged it, unless it is parked [R-DETACHED]', async () => {
    const { broker, errors } = startBroker({ store: makeStore() });
    await broker.open(makeRequest('r1'), { ...C1, callback: 'resume' });
    expect(await broker.purge('c1')).toEqual({ ok: true, requestIds: [] });
    const got: unknown[] = [];
    const unregister = broker.registerCallback('resume', ({ settlement }) => void got.push(settlement.result.status));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(got).toEqual(['superseded']);
    expect(await broker.purge('c1')).toEqual({ ok: true, requestIds: ['r1'] });
    unregister();
    const fail = () => Promise.reject(new Error('No route'));
    broker.registerCallback('fails', fail, { attempts: 1 });
    await broker.open(makeRequest('r2'), { ...C1, callback: 'fails' });
    await broker.cancel('r2');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await broker.parkedCallbacks()).toHaveLength(1);
    expect(await broker.purge('c1')).toEqual({ ok: true, requestIds: ['r2'] });
    expect(await broker.parkedCallbacks()).toEqual([]);
    expect(errors).toHaveLength(1);
    await broker.close();
  });
});

describe('what a durable store no longer has to keep', () => {
  const MINUTE = 60_000;
  const KEPT = { keepSettledMs: 5 * MINUTE };

  function start() {
    const store = Object.assign(createTestBackend(fakedClock).connect(), KEPT);
    return { store, ...startBroker({ store }) };
  }

  it('is removed even if nobody asks anything', async () => {
    const { store, broker, errors } = start();
    await broker.open(makeRequest('r1'), C1);
    await broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect((await store.get('request', ['r1'])).records).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(7 * MINUTE);
    expect((await store.get('request', ['r1'])).records).toEqual([]);
    expect(errors).toEqual([]);
    await broker.close();
  });

  it('causes an error if it cannot be removed, and no more than one in each purge', async () => {
    const { store, broker, errors } = start();
    for (const id of ['r1', 'r2']) {
      await broker.open(makeRequest(id), C1);
      await broker.cancel(id);
    }
    store.remove = () => Promise.reject(new Error('permission denied.'));
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    expect(errors).toMatchObject([
      { message: 'Old requests could not be removed, so the store grows: permission denied. This is tried again.' },
    ]);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(errors).toHaveLength(2);
    await broker.close();
  });
});
