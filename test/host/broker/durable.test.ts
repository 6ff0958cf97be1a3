import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import {
  createGate,
  createTestBackend,
  fakedClock,
  line,
  makeRequest,
  replyTo,
  settleDown,
  startBroker,
} from '../helpers.js';

const LEASE = 30_000;
const CONVERSATION = { conversationId: 'c1' };
const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates two nodes: an agent asks on the first, and a user is connected to the second. */
function start() {
  const backend = createTestBackend(fakedClock);
  const [store, farStore] = [backend.connect(), backend.connect()];
  const near = startBroker({ store, leaseMs: LEASE });
  const far = startBroker({ store: farStore, leaseMs: LEASE });
  const close = () => Promise.all([near.broker.close(), far.broker.close()]);
  return { backend, store, farStore, near, far, close };
}

/** Ends a process without a clean shutdown. */
async function crash({ broker }: ReturnType<typeof startBroker>, result: Promise<unknown>) {
  result.catch(() => undefined);
  await broker.close();
}

describe('a request that is asked on one node [R-DURABLE]', () => {
  it('is shown and answered on another node', async () => {
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

  it('stays pending for as long as its agent waits', async () => {
    const { near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await vi.advanceTimersByTimeAsync(20 * LEASE);
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await far.broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
    await close();
  });

  it('is not settled by a stopped node while another node waits [R-LEASE]', async () => {
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

  it('is settled by a stopped node if the other node is dead [R-LEASE]', async () => {
    const { store, near, far } = start();
    const abort = new AbortController();
    const dead = far.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    const result = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    await crash(far, dead);
    await settleDown();
    abort.abort();
    expect(await result).toEqual({ status: 'aborted' });
    expect(await store.requests.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await near.broker.close();
  });

  it.each([
    ['a longer lease', { leaseMs: 5 * LEASE }, 5 * LEASE],
    ['an unlimited lease', { leaseMs: 'none' as const }, Infinity],
  ])('stays answerable after a crash with %s [R-LEASE]', async (_, lease, ms) => {
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

  it('can be answered a day later by default, and the answer is stored for the next caller [R-LEASE]', async () => {
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

  it('is orphaned if its node is dead: published once, shown as orphaned, and answers are refused', async () => {
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

  it('is pending again, and published as such, if it is asked again with the same id', async () => {
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

  it('returns its result to a node that asks again after the answer', async () => {
    const { backend, near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await far.broker.answer('r1', REPLIES);
    const next = startBroker({ store: backend.connect() });
    expect(await next.broker.ask(makeRequest('r1'), CONVERSATION)).toMatchObject({ status: 'answered' });
    await Promise.all([far.broker.close(), next.broker.close()]);
  });

  it('can be superseded, orphaned or not', async () => {
    const { near, far } = start();
    await crash(near, near.broker.ask(makeRequest('r1'), CONVERSATION));
    await vi.advanceTimersByTimeAsync(LEASE + 10_000);
    expect(await far.broker.supersede('c1')).toEqual({ ok: true, requestIds: ['r1'] });
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned', 'r1 superseded']);
    await far.broker.close();
  });

  it('is not named by `supersede` if it was answered meanwhile [R-FIRST]', async () => {
    const { farStore, near, far, close } = start();
    const results = ['r1', 'r2'].map((id) => near.broker.ask(makeRequest(id), CONVERSATION));
    await settleDown();
    farStore.after.list = async () => {
      delete farStore.after.list;
      // The notification of the answer arrives too late.
      farStore.deaf = true;
      await near.broker.answer('r1', REPLIES);
    };
    expect(await far.broker.supersede('c1')).toEqual({ ok: true, requestIds: ['r2'] });
    expect(await Promise.all(results)).toMatchObject([{ status: 'answered' }, { status: 'superseded' }]);
    await close();
  });

  it('is opened only after its process has said that it lives, so that no other takes it for dead [R-LEASE]', async () => {
    const { store, near, far, close } = start();
    const gate = createGate();
    store.before.beat = gate.wait;
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(far.events).toEqual([]);
    gate.open();
    await settleDown();
    expect(far.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await far.broker.cancel('r1');
    await result;
    await close();
  });

  it('can be answered through the process whose agent waits, even if the lease is renewed too late', async () => {
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

  it('is published as pending again once its lease is renewed', async () => {
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

describe('a change without a notification [R-STATE]', () => {
  it('is found within 10 s: an opened request, and a settlement that an agent waits for', async () => {
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

  it('is read a few conversations at a time, and no longer once the broker is closed [R-FLAT]', async () => {
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

  it('is read at once if the store reports that notifications may have been missed', async () => {
    const { store, near, far, close } = start();
    const result = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    store.deaf = true;
    await far.broker.cancel('r1');
    store.tell();
    expect(await result).toEqual({ status: 'cancelled' });
    await close();
  });

  it('is found even if the request is known only from a call of `pending`', async () => {
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

  it('settles the request as lost if the store no longer has it', async () => {
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
