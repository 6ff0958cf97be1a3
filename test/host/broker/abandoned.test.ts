import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AbandonedError } from '../../../src/host/index.js';
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

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a broker on a durable store, and an agent that can be stopped. */
function start() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  const abort = new AbortController();
  const at = startBroker({ store });
  const ask = () => at.broker.ask(makeRequest('r1'), { conversationId: 'c1', signal: abort.signal });
  return { ...at, backend, store, abort, ask };
}

describe('an agent that is stopped while a user answers [R-NOPHANTOM]', () => {
  /** The store hangs for the agent's node while a user answers through another node. */
  async function answeredMeanwhile(graceMs: number) {
    const at = start();
    const result = at.ask();
    await settleDown();
    const gate = createGate();
    at.store.deaf = true;
    for (const method of ['settle', 'get', 'list'] as const) at.store.before[method] = gate.wait;
    at.abort.abort();
    const far = startBroker({ store: at.backend.connect() });
    expect(await far.broker.answer('r1', replyTo(makeRequest('r1')), { by: 'Ana' })).toEqual({ ok: true });
    await vi.advanceTimersByTimeAsync(graceMs);
    return { ...at, result, gate, far };
  }

  it('receives the answer that another node accepted if the store reports it within 5 s [R-FIRST]', async () => {
    const { broker, result, gate, far, errors } = await answeredMeanwhile(4_999);
    gate.open();
    expect(await result).toMatchObject({ status: 'answered' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(errors).toEqual([]);
    await Promise.all([broker.close(), far.broker.close()]);
  });

  it('continues after 5 s, and the broker reports the missed answer once', async () => {
    const { broker, result, gate, far, errors, events } = await answeredMeanwhile(5_000);
    expect(await result).toEqual({ status: 'aborted' });
    expect(errors).toEqual([]);
    gate.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors).toEqual([expect.any(AbandonedError)]);
    expect(errors).toMatchObject([
      {
        name: 'AbandonedError',
        message: expect.stringContaining('The question "r1" was settled as "answered", but its agent went on'),
        requestId: 'r1',
        settlement: { by: 'Ana', result: { status: 'answered', answers: [{}] } },
      },
    ]);
    // Both nodes publish once that the agent did not receive the answer.
    const told = ['r1 answered', 'r1 unreached'];
    expect(far.events.map(line).slice(-2)).toEqual(told);
    expect(events.map(line).filter((one) => one.endsWith('unreached'))).toHaveLength(1);
    for (const node of [broker, far.broker]) {
      expect((await node.get('r1'))?.settlement).toMatchObject({ by: 'Ana', reached: false });
    }
    await Promise.all([broker.close(), far.broker.close()]);
  });

  it('causes a report of the missed answer even if its withdrawal failed and was retried later', async () => {
    const { broker, result, gate, far, errors, store } = await answeredMeanwhile(0);
    for (const method of ['settle', 'get', 'list'] as const)
      store.before[method] = () => Promise.reject(new Error('down'));
    gate.fail(new Error('down'));
    expect(await result).toEqual({ status: 'aborted' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(errors.filter((error) => error instanceof AbandonedError)).toEqual([]);
    for (const method of ['settle', 'get', 'list'] as const) delete store.before[method];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors.filter((error) => error instanceof AbandonedError)).toMatchObject([{ requestId: 'r1' }]);
    await Promise.all([broker.close(), far.broker.close()]);
  });

  it('causes no report if the store took the withdrawal and only the confirmation was lost', async () => {
    const { broker, store, abort, ask, errors } = start();
    const result = ask();
    await settleDown();
    store.after.settle = () => Promise.reject(new Error('down'));
    abort.abort();
    expect(await result).toEqual({ status: 'aborted' });
    delete store.after.settle;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errors).toMatchObject([{ message: 'down' }]);
    await broker.close();
  });
});
