import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotifications } from '../../../src/host/store/notifications.js';
import {
  createGate,
  createTestBackend,
  fakedClock,
  makeRequest,
  replyTo,
  settleDown,
  startBroker,
} from '../helpers.js';

const CONVERSATION = { conversationId: 'c1' };
const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates two nodes: an agent asks on the first, whose store fails. */
function start() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  const near = startBroker({ store });
  const far = startBroker({ store: backend.connect() });
  const close = () => Promise.all([near.broker.close(), far.broker.close()]);
  return { store, near, far, close };
}

describe('a store that is slow [R-QUEUE]', () => {
  it('keeps the order of the requests of a conversation, and delays no other conversation', async () => {
    const { store, near, close } = start();
    const gate = createGate();
    let calls = 0;
    store.before.open = () => (++calls === 1 ? gate.wait() : Promise.resolve());
    const asked = ['r1', 'r2'].map((id) => near.broker.ask(makeRequest(id), CONVERSATION));
    asked.push(near.broker.ask(makeRequest('other'), { conversationId: 'c2' }));
    await settleDown();
    expect((await near.broker.pending()).map(({ request }) => request.requestId)).toEqual(['other']);
    gate.open();
    await settleDown();
    const pending = await near.broker.pending('c1');
    expect(pending.map(({ request }) => request.requestId)).toEqual(['r1', 'r2']);
    await close();
    await Promise.allSettled(asked);
  });

  it('stores the next request if it cannot store the first one', async () => {
    const { store, near, close } = start();
    const gate = createGate();
    let calls = 0;
    store.before.open = () => (++calls === 1 ? gate.wait() : Promise.resolve());
    const failed = near.broker.ask(makeRequest('r1'), CONVERSATION);
    const asked = near.broker.ask(makeRequest('r2'), CONVERSATION);
    await settleDown();
    gate.fail(new Error('down'));
    await expect(failed).rejects.toMatchObject({ code: 'store_failed' });
    await settleDown();
    expect((await near.broker.pending()).map(({ request }) => request.requestId)).toEqual(['r2']);
    await close();
    await Promise.allSettled([asked]);
  });
});

describe('a store that fails [R-DURABLE]', () => {
  const down = () => Promise.reject(new Error('down'));

  it('rejects `ask` if it cannot open the request', async () => {
    const { store, near, close } = start();
    store.before.open = down;
    const failed = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await expect(failed).rejects.toMatchObject({ code: 'store_failed', cause: { message: 'down' } });
    expect(near.events).toEqual([]);
    await close();
  });

  it('lets the agent wait if it opened the request and only the confirmation was lost', async () => {
    const { store, near, far, close } = start();
    store.after.open = down;
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(near.errors).toEqual([]);
    await close();
  });

  it('has a request withdrawn once it is back, if nothing is known about whether the request was opened', async () => {
    const { store, near, far, close } = start();
    store.after.open = down;
    store.before.get = down;
    const failed = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await expect(failed).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('the question may or may not be stored'),
      cause: { message: 'down' },
    });
    expect(await far.broker.pending()).toHaveLength(1);
    delete store.before.get;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await far.broker.pending()).toEqual([]);
    expect(await far.broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await close();
  });

  it('has the request of a stopped agent withdrawn, but not that of a shutdown', async () => {
    for (const [ending, state] of [
      ['abort', 'settled'],
      ['close', 'awaiting_user_response'],
    ] as const) {
      const { store, near, far, close } = start();
      const gate = createGate();
      store.after.open = gate.wait;
      store.before.get = down;
      const abort = new AbortController();
      const result = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
      await settleDown();
      if (ending === 'abort') abort.abort('Stopped.');
      else {
        result.catch(() => undefined);
        await near.broker.close();
        await expect(result).rejects.toMatchObject({ code: 'closed' });
      }
      gate.fail(new Error('down'));
      if (ending === 'abort') expect(await result).toEqual({ status: 'aborted', reason: 'Stopped.' });
      delete store.before.get;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await far.broker.get('r1')).toMatchObject({ state });
      await close();
    }
  });

  it.each(['get', 'settle'] as const)(
    'settles nothing if %s fails, and accepts the answer afterwards',
    async (method) => {
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
    },
  );

  it('has accepted an answer whose confirmation was lost, and accepts its repetition with the same key', async () => {
    const { store, near, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.after.settle = down;
    await expect(near.broker.answer('r1', REPLIES, { idempotencyKey: 'k1' })).rejects.toThrow('down');
    expect(await result).toMatchObject({ status: 'answered' });
    expect(await near.broker.answer('r1', REPLIES, { idempotencyKey: 'k1' })).toEqual({ ok: true });
    await close();
  });

  it('keeps the agent waiting while it cannot be read, and resolves the call afterwards', async () => {
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

  it('causes no delayed withdrawal if the request is asked again meanwhile', async () => {
    const { store, near, far, close } = start();
    const abort = new AbortController();
    const stopped = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    await settleDown();
    store.before.settle = down;
    abort.abort();
    expect(await stopped).toEqual({ status: 'aborted' });
    const again = near.broker.ask(makeRequest('r1'), CONVERSATION);
    delete store.before.settle;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await close();
  });

  it.each([99, 100])('is retried up to 100 times if the request was changed each time (%d times)', async (vain) => {
    const { store, near, close } = start();
    void near.broker.ask(makeRequest('r1'), CONVERSATION).catch(() => undefined);
    await settleDown();
    const { compareAndSet } = store;
    let left = vain;
    store.compareAndSet = async (...args) => (left-- > 0 ? { now: 0, written: false } : compareAndSet(...args));
    const answered = near.broker.answer('r1', REPLIES);
    if (vain === 100) await expect(answered).rejects.toMatchObject({ code: 'store_failed' });
    else expect(await answered).toEqual({ ok: true });
    expect(await near.broker.pending()).toHaveLength(vain === 100 ? 1 : 0);
    await close();
  });

  it('supersedes what it can, and rejects because of the rest', async () => {
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

  it('is reported once if it cannot listen for changes, however many parts of the broker listen', async () => {
    const backend = createTestBackend(fakedClock);
    const store = backend.connect();
    const open = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('permission denied')));
    store.watch = createNotifications(open);
    const { broker, errors } = startBroker({ store });
    broker.registerCallback('resume', () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(open.mock.calls.length).toBeGreaterThan(10);
    expect(errors).toMatchObject([{ message: expect.stringContaining('permission denied') as string }]);
    await broker.close();
  });

  it('is read again even if one read never returns', async () => {
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
