import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker } from '../../src/host/index.js';
import {
  createGate,
  createTestBackend,
  fakedClock,
  line,
  makeRequest,
  replyTo,
  settleDown,
  startBroker,
} from './helpers.js';

const LEASE = 30_000;
const CONVERSATION = { conversationId: 'c1' };
const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two nodes: an agent asks on the first, a person is connected to the second. */
function start() {
  const backend = createTestBackend(fakedClock);
  const [store, farStore] = [backend.connect(), backend.connect()];
  const near = startBroker({ store, leaseMs: LEASE });
  const far = startBroker({ store: farStore, leaseMs: LEASE });
  const close = () => Promise.all([near.broker.close(), far.broker.close()]);
  return { backend, store, farStore, near, far, close };
}

/** The process ends without a word. */
async function crash({ broker }: ReturnType<typeof startBroker>, result: Promise<unknown>) {
  result.catch(() => undefined);
  await broker.close();
}

describe('[R-DURABLE] a question asked on one node', () => {
  it('is shown and answered on another', async () => {
    const { near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response']);
    expect(await far.broker.answer('r1', REPLIES, { by: 'Ana' })).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(near.events.map(line)).toEqual(far.events.map(line));
    expect(await near.broker.cancel('r1')).toEqual({ ok: false, code: 'already_resolved' });
    await close();
  });

  it('stays open as long as its agent waits, however long that is', async () => {
    const { near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await vi.advanceTimersByTimeAsync(20 * LEASE);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await far.broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
    await close();
  });

  it('[R-LEASE] is not ended by a node that is stopped while another waits', async () => {
    const { near, far, close } = start();
    const abort = new AbortController();
    const first = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    const second = far.broker.ask(makeRequest('r1'), { ...CONVERSATION, timeoutMs: 60_000 });
    await settleDown();
    abort.abort('Stopped.');
    expect(await first).toEqual({ status: 'aborted', reason: 'Stopped.' });
    expect(await near.broker.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await second).toEqual({ status: 'timedOut' });
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 timedOut']);
    await close();
  });

  it('[R-LEASE] is ended by a node that is stopped, if the other one is dead', async () => {
    const { store, near, far } = start();
    const abort = new AbortController();
    const dead = far.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    const result = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    await crash(far, dead);
    await settleDown();
    abort.abort();
    expect(await result).toEqual({ status: 'aborted' });
    expect(await store.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await near.broker.close();
  });

  it.each([
    ['a lease of its own', { leaseMs: 5 * LEASE }, 5 * LEASE],
    ['no limit', { leaseMs: 'none' as const }, Infinity],
  ])('[R-LEASE] stays answerable after a crash with %s', async (_, lease, ms) => {
    const { near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), { ...CONVERSATION, ...lease }));
    await vi.advanceTimersByTimeAsync(4 * LEASE);
    expect(await far.broker.pending()).toMatchObject([{ state: 'awaiting_user_response' }]);
    await vi.advanceTimersByTimeAsync(3 * LEASE);
    expect(await far.broker.pending()).toMatchObject([
      { state: ms < Infinity ? 'orphaned' : 'awaiting_user_response' },
    ]);
    await far.broker.close();
  });

  it('[R-LEASE] can be answered tomorrow by default, and the answer waits for whoever asks again', async () => {
    const backend = createTestBackend(fakedClock);
    const first = startBroker({ store: backend.connect() });
    await settleDown();
    await crash(first, first.broker.ask(makeRequest('r1'), CONVERSATION));
    await vi.advanceTimersByTimeAsync(86_400_000);
    const second = startBroker({ store: backend.connect() });
    expect(await second.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    await second.broker.close();
    const third = startBroker({ store: backend.connect() });
    expect(await third.broker.ask(makeRequest('r1'), CONVERSATION)).toMatchObject({ status: 'answered' });
    await third.broker.close();
  });

  it('is orphaned when its node is gone: told once, shown as such, and answers refused', async () => {
    const { near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await vi.advanceTimersByTimeAsync(3 * LEASE);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned']);
    expect(await far.broker.pending()).toMatchObject([{ state: 'orphaned', request: makeRequest('r1') }]);
    const refused = { ok: false, code: 'orphaned' };
    expect(await far.broker.answer('r1', REPLIES)).toEqual(refused);
    expect(await far.broker.cancel('r1')).toEqual(refused);
    expect(await far.broker.decline('r1')).toEqual(refused);
    expect(await far.broker.pending()).toHaveLength(1);
    await far.broker.close();
  });

  it('is revived by asking again with the same id, and told as open again', async () => {
    const { backend, near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await vi.advanceTimersByTimeAsync(LEASE + 10_000);
    const next = startBroker({ store: backend.connect() });
    const result = next.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(next.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned', 'r1 awaiting_user_response']);
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    await Promise.all([far.broker.close(), next.broker.close()]);
  });

  it('gives its result to a node that asks again after the answer', async () => {
    const { backend, near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await far.broker.answer('r1', REPLIES);
    const next = startBroker({ store: backend.connect() });
    expect(await next.broker.ask(makeRequest('r1'), CONVERSATION)).toMatchObject({ status: 'answered' });
    await Promise.all([far.broker.close(), next.broker.close()]);
  });

  it('ends as superseded, orphaned or not', async () => {
    const { near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await vi.advanceTimersByTimeAsync(LEASE + 10_000);
    expect(await far.broker.supersede('c1')).toEqual({ ok: true, requestIds: ['r1'] });
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned', 'r1 superseded']);
    await far.broker.close();
  });

  it('is no orphan to the process whose agent waits, however late it renews its lease', async () => {
    const { store, near, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    store.before.beat = () => Promise.reject(new Error('down'));
    await vi.advanceTimersByTimeAsync(2 * LEASE);
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned']);
    delete store.before.beat;
    expect(await near.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(near.errors.length).toBeGreaterThan(0);
    await close();
  });

  it('is open again for everybody once its lease is renewed', async () => {
    const { store, near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    store.before.beat = () => Promise.reject(new Error('down'));
    await vi.advanceTimersByTimeAsync(2 * LEASE);
    delete store.before.beat;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned', 'r1 awaiting_user_response']);
    await far.broker.cancel('r1');
    await result;
    await close();
  });
});

describe('[R-STATE] what nobody tells', () => {
  it('is found within seconds: an opening, and an ending that an agent waits for', async () => {
    const { store, farStore, near, far, close } = start();
    store.deaf = true;
    farStore.deaf = true;
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await far.broker.cancel('r1', { by: 'Ana' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toEqual({ status: 'cancelled' });
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 cancelled']);
    await close();
  });

  it('[R-FLAT] is read a few conversations at a time, and no further once the broker is closed', async () => {
    const backend = createTestBackend(fakedClock);
    const store = backend.connect();
    const { broker } = startBroker({ store });
    await settleDown();
    const near = createAskUserBroker({ store });
    const asks = Array.from({ length: 35 }, (_, i) => near.ask(makeRequest(`r${i}`), { conversationId: `c${i}` }));
    const ended = Promise.allSettled(asks);
    await settleDown();
    await broker.close();
    const lists = store.calls.list;
    store.tell();
    await settleDown();
    expect(store.calls.list - lists).toBe(4);
    const gate = createGate();
    store.before.list = gate.wait;
    store.tell();
    await settleDown();
    await near.close();
    gate.open();
    await settleDown();
    expect(store.calls.list - lists).toBe(5);
    await ended;
  });

  it('is looked for at once when the store says that something may have been missed', async () => {
    const { store, near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.deaf = true;
    await far.broker.cancel('r1');
    store.tell();
    expect(await result).toEqual({ status: 'cancelled' });
    await close();
  });

  it('is found where a question was seen by asking for what is pending alone', async () => {
    const { backend, near, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    const store = backend.connect();
    const late = startBroker({ store, leaseMs: LEASE });
    expect(await late.broker.pending('c1')).toHaveLength(1);
    store.deaf = true;
    await near.broker.cancel('r1');
    await result;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(late.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 cancelled']);
    await late.broker.close();
    await close();
  });

  it('is the end of a question that the store has lost, and no answer', async () => {
    const { backend, near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    backend.drop('r1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toEqual({ status: 'connectionLost', reason: 'The question is no longer kept.' });
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 connectionLost']);
    await close();
  });
});
