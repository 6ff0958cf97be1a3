import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a broker on a durable store, so that every operation is asynchronous. */
function start() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  const abort = new AbortController();
  const at = startBroker({ store });
  const ask = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    at.broker.ask(makeRequest('r1'), { conversationId: 'c1', ...more });
  return { ...at, backend, store, abort, ask, askAbortably: () => ask({ signal: abort.signal }) };
}

describe('an agent that is stopped [R-PAUSE]', () => {
  it('does not open a request if it was stopped before', async () => {
    const { broker, ask, events, store } = start();
    expect(await ask({ signal: AbortSignal.abort('Stopped.') })).toEqual({ status: 'aborted', reason: 'Stopped.' });
    expect(store.calls.open).toBe(0);
    expect(events).toEqual([]);
    await broker.close();
  });

  it('withdraws its request for every client', async () => {
    const { broker, abort, askAbortably, events } = start();
    const result = askAbortably();
    await settleDown();
    abort.abort(new Error('The run was stopped.'));
    expect(await result).toEqual({ status: 'aborted', reason: 'The run was stopped.' });
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 aborted']);
    expect(await broker.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: false, code: 'already_resolved' });
    await broker.close();
  });

  it('gives no reason if its signal has none', async () => {
    const { broker, abort, askAbortably } = start();
    const result = askAbortably();
    abort.abort();
    expect(await result).toStrictEqual({ status: 'aborted' });
    await broker.close();
  });

  it('withdraws a request that was still being opened', async () => {
    const { broker, store, abort, askAbortably } = start();
    const gate = createGate();
    store.before.open = gate.wait;
    const result = askAbortably();
    abort.abort();
    gate.open();
    expect(await result).toEqual({ status: 'aborted' });
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await broker.close();
  });

  it('waits at most 5 s for a store that hangs, and withdraws the request when the store is back', async () => {
    const { broker, store, abort, askAbortably } = start();
    const gate = createGate();
    store.after.open = gate.wait;
    const result = askAbortably();
    abort.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toEqual({ status: 'aborted' });
    expect(await broker.pending()).toHaveLength(1);
    gate.open();
    await settleDown();
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await broker.close();
  });

  it('receives `aborted` instead of an error if the store fails after the stop', async () => {
    const { broker, store, abort, askAbortably } = start();
    const gate = createGate();
    store.before.open = gate.wait;
    const result = askAbortably();
    abort.abort();
    gate.fail(new Error('down'));
    expect(await result).toEqual({ status: 'aborted' });
    await broker.close();
  });

  it('receives the answer if it was settled first [R-FIRST]', async () => {
    const { broker, store, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    const gate = createGate();
    store.after.settle = gate.wait;
    const answered = broker.answer('r1', replyTo(makeRequest('r1')));
    await settleDown();
    abort.abort();
    gate.open();
    expect(await answered).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    await broker.close();
  });

  it('does not receive an answer after it continued while the store was down [R-NOPHANTOM]', async () => {
    const { broker, store, abort, askAbortably, errors } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    expect(await result).toEqual({ status: 'aborted' });
    expect(errors).toMatchObject([{ message: 'down' }]);
    expect(await broker.pending()).toHaveLength(1);
    await expect(broker.answer('r1', replyTo(makeRequest('r1')))).rejects.toThrow('down');
    delete store.before.settle;
    expect(await broker.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: false, code: 'already_resolved' });
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await broker.close();
  });

  it('keeps its own withdrawal even if the user cancels later [R-NOPHANTOM]', async () => {
    const { broker, store, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    await result;
    delete store.before.settle;
    expect(await broker.cancel('r1')).toEqual({ ok: false, code: 'already_resolved' });
    await broker.close();
  });

  it('has its request withdrawn at the next heartbeat once the store is back', async () => {
    const { broker, store, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    await result;
    delete store.before.settle;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    await broker.close();
  });

  it('has its request withdrawn when the broker is closed before that heartbeat', async () => {
    const { broker, backend, store, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    await result;
    delete store.before.settle;
    await broker.close();
    const far = startBroker({ store: backend.connect() });
    expect(await far.broker.pending()).toEqual([]);
    expect(await far.broker.answer('r1', replyTo(makeRequest('r1')))).toMatchObject({ code: 'already_resolved' });
    await far.broker.close();
  });

  it('leaves its request to another call, even if the broker is closed before that heartbeat', async () => {
    const { broker, backend, store, ask, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    await result;
    const again = ask();
    await settleDown();
    delete store.before.settle;
    await Promise.all([broker.close(), expect(again).rejects.toMatchObject({ code: 'closed' })]);
    const far = startBroker({ store: backend.connect() });
    expect(await far.broker.pending()).toMatchObject([{ state: 'awaiting_user_response' }]);
    await far.broker.close();
  });

  it('has its request withdrawn before a shutdown is over', async () => {
    const { broker, backend, store, abort, askAbortably } = start();
    const result = askAbortably();
    await settleDown();
    const gate = createGate();
    store.before.settle = gate.wait;
    abort.abort();
    await settleDown();
    const closed = broker.close();
    setTimeout(gate.open, 1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(await backend.connect().requests.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await closed;
    expect(await backend.connect().requests.list()).toEqual([]);
    expect(await result).toEqual({ status: 'aborted' });
  });

  it.each([
    ['hangs', () => createGate().wait(), 'closed before the store confirmed'],
    ['fails', () => Promise.reject(new Error('down')), 'down'],
  ])('delays a shutdown by at most 2 s if the store %s, which is reported', async (_, settle, message) => {
    const { broker, store, abort, askAbortably, errors } = start();
    const result = askAbortably();
    await settleDown();
    store.before.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    await result;
    store.before.settle = settle;
    const closed = broker.close();
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
    expect(errors).toMatchObject([{ message: 'down' }, { message: expect.stringContaining(message) as string }]);
  });

  it('removes its listener from the signal once the request is settled', async () => {
    const { broker, abort, askAbortably } = start();
    const remove = vi.spyOn(abort.signal, 'removeEventListener');
    const result = askAbortably();
    await settleDown();
    await broker.cancel('r1');
    abort.abort();
    expect(await result).toEqual({ status: 'cancelled' });
    expect(remove).toHaveBeenCalledOnce();
    await broker.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a limit on the time of a request [R-PAUSE]', () => {
  it.each([0, 1_000, 40 * DAY])('settles the request after %i ms and not before', async (timeoutMs) => {
    const { broker } = startBroker();
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1', timeoutMs });
    await vi.advanceTimersByTimeAsync(Math.max(0, timeoutMs - 1));
    expect(await broker.pending()).toHaveLength(timeoutMs > 0 ? 1 : 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ status: 'timedOut' });
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'timedOut' } } });
  });

  it('sets no timer if it is Infinity', async () => {
    const { broker } = startBroker();
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1', timeoutMs: Infinity });
    await vi.advanceTimersByTimeAsync(DAY);
    expect(vi.getTimerCount()).toBe(0);
    await broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
  });

  it.each([Number.NaN, -1, -Infinity, '5' as unknown as number])(
    'must not be %j, and the error explains what to pass',
    async (timeoutMs) => {
      const { broker, ask, events } = start();
      await expect(ask({ timeoutMs })).rejects.toThrow(RangeError);
      await expect(ask({ timeoutMs })).rejects.toThrow(`\`timeoutMs\` is ${timeoutMs}, so the user was not asked.`);
      expect(events).toEqual([]);
      await broker.close();
    },
  );

  it('counts from the call, including the time of a slow store', async () => {
    const { broker, store, ask } = start();
    const gate = createGate();
    store.before.open = gate.wait;
    const result = ask({ timeoutMs: 1_000 });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await result).toEqual({ status: 'timedOut' });
    gate.open();
    await settleDown();
    expect(await broker.pending()).toEqual([]);
    await broker.close();
  });

  it('settles only the caller that passed it, and leaves another caller waiting', async () => {
    const { broker, ask } = start();
    const [first, second] = [ask({ timeoutMs: 1_000 }), ask()];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toEqual({ status: 'timedOut' });
    expect(await broker.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    expect(await second).toMatchObject({ status: 'answered' });
    await broker.close();
  });

  it.each([0, -1, Number.NaN, Infinity])('must not be a lease of %d ms', (leaseMs) => {
    expect(() => startBroker({ leaseMs })).toThrow(RangeError);
  });

  it('must not be a negative lease of one request, which is then not opened [R-LEASE]', async () => {
    const { broker, store } = start();
    const asking = broker.ask(makeRequest('r1'), { conversationId: 'c1', leaseMs: -5 });
    await expect(asking).rejects.toThrow(/^`leaseMs` is -5\. Pass a positive number of milliseconds/);
    expect(store.calls.open).toBe(0);
    await broker.close();
  });
});
