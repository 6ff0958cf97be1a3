import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type RequestStore } from '../../../src/host/store.js';
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

const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(store: RequestStore) {
  const at = startBroker({ store });
  const ask = (signal?: AbortSignal) => at.broker.ask(makeRequest('r1'), { conversationId: 'c1', signal });
  /** An agent that waits, and can be stopped. */
  async function askAbortably() {
    const abort = new AbortController();
    const result = ask(abort.signal);
    await settleDown();
    return { result, stop: () => abort.abort() };
  }
  return { ...at, ask, askAbortably };
}

function startDurable() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  return { backend, store, ...start(store) };
}

describe('an agent that asks again before its withdrawal is stored [R-PAUSE]', () => {
  it.each([
    ['in memory', () => start(createMemoryStore())],
    ['in a durable store', () => startDurable()],
  ])('in the tick of the abort receives its answer (%s)', async (_, make) => {
    const { broker, ask, askAbortably, events, errors } = make();
    const { result, stop } = await askAbortably();
    stop();
    const again = ask();
    await settleDown();
    expect(await result).toEqual({ status: 'aborted' });
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    expect(errors).toEqual([]);
    await broker.close();
  });

  it('while the store is read receives its answer, and still counts as waiting', async () => {
    const { backend, broker, store, ask, askAbortably } = startDurable();
    const far = start(backend.connect());
    const { stop: stopFar } = await far.askAbortably();
    const { result, stop } = await askAbortably();
    const gate = createGate();
    store.before.get = gate.wait;
    stop();
    await settleDown();
    const again = ask();
    delete store.before.get;
    gate.open();
    expect(await result).toEqual({ status: 'aborted' });
    await settleDown();
    // The other node withdraws only what nobody else waits for.
    stopFar();
    await settleDown();
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await Promise.all([broker.close(), far.broker.close()]);
  });

  it.each([
    ['before', 'answered'],
    ['after', 'aborted'],
  ] as const)('while the store is slow (%s its write) is %s, as the store has it', async (when, status) => {
    const { broker, store, ask, askAbortably } = startDurable();
    const { result, stop } = await askAbortably();
    const gate = createGate();
    store[when].settle = gate.wait;
    stop();
    await settleDown();
    const again = ask();
    await settleDown();
    delete store[when].settle;
    gate.open();
    expect(await result).toEqual({ status: 'aborted' });
    await broker.answer('r1', REPLIES);
    expect(await again).toMatchObject({ status });
    await broker.close();
  });

  it.each([0, 1, 2, 3, 5, 8, 13, 21])(
    'and is stopped, too, leaves no question to nobody (after %d turns)',
    async (turns) => {
      const { broker, askAbortably, ask } = startDurable();
      const first = await askAbortably();
      first.stop();
      const second = new AbortController();
      const again = ask(second.signal);
      await settleDown(turns);
      second.abort();
      await settleDown();
      expect(await Promise.all([first.result, again])).toEqual([{ status: 'aborted' }, { status: 'aborted' }]);
      expect(await broker.pending()).toEqual([]);
      await broker.close();
    },
  );

  it('causes no report of a missed answer if the call that asked again received it', async () => {
    const { broker, store, ask, askAbortably, errors } = startDurable();
    const { result, stop } = await askAbortably();
    store.before.settle = () => Promise.reject(new Error('down'));
    stop();
    await result;
    delete store.before.settle;
    const again = ask();
    await settleDown();
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors).toMatchObject([{ message: 'down' }]);
    expect((await broker.get('r1'))?.settlement).not.toHaveProperty('reached');
    await broker.close();
  });
});
