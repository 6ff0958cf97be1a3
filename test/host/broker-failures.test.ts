import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, createTestBackend, fakedClock, makeRequest, replyTo, settleDown, startBroker } from './helpers.js';

const CONVERSATION = { conversationId: 'c1' };
const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two nodes: an agent asks on the first, whose store is in trouble. */
function start() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  const near = startBroker({ store });
  const far = startBroker({ store: backend.connect() });
  const close = () => Promise.all([near.broker.close(), far.broker.close()]);
  return { store, near, far, close };
}

describe('[R-DURABLE] a store that fails', () => {
  const down = () => Promise.reject(new Error('down'));

  it('lets nobody be asked when it can’t keep the question', async () => {
    const { store, near, close } = start();
    store.before.open = down;
    const failed = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await expect(failed).rejects.toMatchObject({ code: 'store_failed', cause: { message: 'down' } });
    expect(near.events).toEqual([]);
    await close();
  });

  it.each(['get', 'settle'] as const)('ends nothing when %s fails, and takes the answer afterwards', async (method) => {
    const { store, near, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.before[method] = down;
    await expect(near.broker.answer('r1', REPLIES)).rejects.toThrow('down');
    delete store.before[method];
    expect(await near.broker.pending()).toHaveLength(1);
    expect(await near.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    await close();
  });

  it('has taken an answer whose confirmation was lost: sent again with its key it is known', async () => {
    const { store, near, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.after.settle = down;
    await expect(near.broker.answer('r1', REPLIES, { key: 'k1' })).rejects.toThrow('down');
    expect(await result).toMatchObject({ status: 'answered' });
    expect(await near.broker.answer('r1', REPLIES, { key: 'k1' })).toEqual({ ok: true });
    await close();
  });

  it('keeps the agent waiting when it can’t be read, and resumes it when it can', async () => {
    const { store, near, far, close } = start();
    store.before.get = down;
    store.before.list = down;
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    await expect(near.broker.pending()).rejects.toThrow('down');
    await far.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(20_000);
    delete store.before.get;
    delete store.before.list;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toEqual({ status: 'cancelled' });
    expect(near.errors.length).toBeGreaterThan(0);
    await close();
  });

  it('supersedes what it can, and says that something failed', async () => {
    const { store, near, close } = start();
    const results = ['r1', 'r2'].map((id) => near.broker.ask(makeRequest(id), CONVERSATION));
    await settleDown();
    let calls = 0;
    store.before.settle = () => (calls++ ? undefined : down());
    await expect(near.broker.supersede('c1')).rejects.toThrow('down');
    expect(await results[1]).toEqual({ status: 'superseded' });
    expect(await near.broker.supersede('c1')).toEqual({ ok: true, requestIds: ['r1'] });
    await close();
  });

  it('looks again though one reading hangs for ever', async () => {
    const { store, near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.deaf = true;
    store.before.list = createGate().wait;
    const { list } = store.calls;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.calls.list).toBe(list + 1);
    delete store.before.list;
    await far.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await result).toEqual({ status: 'cancelled' });
    await close();
  });
});
