import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskUserBroker } from '../../../src/host/index.js';
import type { CallbackContext } from '../../../src/host/broker/callback-types.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createGate, createTestBackend, fakedClock, makeRequest, startBroker } from '../helpers.js';

const HOUR = 3_600_000;
const DETACHED = { conversationId: 'c1', callback: 'resume' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const soon = (ms = 100) => vi.advanceTimersByTimeAsync(ms);

/** Creates nodes on one durable store. */
function startNodes() {
  const backend = createTestBackend(fakedClock);
  return () => {
    const store = backend.connect();
    return { store, ...startBroker({ store }) };
  };
}

/** Opens and cancels requests, so that each has a settlement for its callback. */
async function settle(broker: AskUserBroker, ...ids: readonly string[]) {
  for (const id of ids) {
    await broker.open(makeRequest(id), DETACHED);
    await broker.cancel(id);
  }
  await soon();
}

/** Creates a handler that never settles, and records the signals that it received. */
function createHungHandler() {
  const signals: AbortSignal[] = [];
  const handler = (_settled: unknown, { signal }: CallbackContext) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  return { signals, handler };
}

describe('a callback handler that never settles [R-DETACHED]', () => {
  it.each([
    ['closed', ({ broker }: { broker: AskUserBroker }) => broker.close()],
    ['unregistered', (_: object, unregister: () => void) => unregister()],
  ])('leaves its settlement to another node within three seconds if it is %s', async (_, stop) => {
    const node = startNodes();
    const [near, far] = [node(), node()];
    const { signals, handler } = createHungHandler();
    const unregister = near.broker.registerCallback('resume', handler);
    await settle(near.broker, 'r1');
    void stop(near, unregister);
    await soon(3_000);
    const got = vi.fn();
    far.broker.registerCallback('resume', got);
    await soon();
    expect(got).toHaveBeenCalledTimes(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(near.errors).toEqual([]);
    const { update } = near.store.calls;
    await soon(HOUR);
    expect(near.store.calls.update).toBe(update);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('fails after `timeoutMs`, has its signal aborted, is retried with backoff and finally parked', async () => {
    const { broker, errors } = startBroker();
    const { signals, handler } = createHungHandler();
    broker.registerCallback('resume', handler, { timeoutMs: 60_000, attempts: 2, delayMs: () => 30_000 });
    await settle(broker, 'r1');
    await soon(59_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await soon(3_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await soon(30_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await soon(63_000);
    const error = 'The handler did not finish within 60000 ms.';
    expect(await broker.parkedCallbacks()).toMatchObject([{ attempts: 2, error }]);
    expect(errors).toMatchObject([
      { attempt: 1, isParked: false, cause: { message: error } },
      { attempt: 2, isParked: true },
    ]);
    await broker.close();
  });

  it('does not stall its callback: after an hour, the settlements behind ten hung ones are delivered', async () => {
    const { broker } = startBroker();
    const hung = new Set(Array.from({ length: 10 }, (_, i) => `r${i}`));
    const got: string[] = [];
    broker.registerCallback('resume', ({ request }) => {
      if (hung.has(request.requestId)) return new Promise(() => undefined);
      return got.push(request.requestId);
    });
    await settle(broker, ...hung, 'r10', 'r11');
    await soon(HOUR - 10_000);
    expect(got).toEqual([]);
    await soon(20_000);
    expect(got).toEqual(['r10', 'r11']);
    void broker.close();
    await soon(5_000);
  });

  it('has no time limit with `timeoutMs: Infinity`', async () => {
    const { broker, errors } = startBroker();
    const { signals, handler } = createHungHandler();
    broker.registerCallback('resume', handler, { timeoutMs: Infinity });
    await settle(broker, 'r1');
    // Longer than the longest timer, which is 597 hours.
    await soon(600 * HOUR);
    expect([signals.map(({ aborted }) => aborted), errors]).toEqual([[false], []]);
    void broker.close();
    await soon(5_000);
  });

  it.each([0, -1, NaN, '5'])('is refused with `timeoutMs: %j`', (timeoutMs) => {
    const { broker } = startBroker();
    const register = () => broker.registerCallback('resume', () => undefined, { timeoutMs: timeoutMs as number });
    expect(register).toThrow(RangeError);
    expect(register).toThrow(`\`timeoutMs\` is ${timeoutMs}. Pass`);
  });
});

describe('a callback handler that settles after its signal was aborted [R-DETACHED]', () => {
  it('acknowledges the settlement if it resolves within two seconds', async () => {
    const { broker, errors } = startBroker();
    const handler = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 61_000)));
    broker.registerCallback('resume', handler, { timeoutMs: 60_000, delayMs: () => 1 });
    await settle(broker, 'r1');
    await soon(HOUR);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(errors).toEqual([]);
    await broker.close();
  });
});

describe('a callback that is registered again while its handler runs [R-DETACHED]', () => {
  it.each([
    ['in memory', () => startBroker()],
    ['in a durable store', () => startNodes()()],
  ])('receives the settlement in the new handler as soon as the old one rejects (%s)', async (_, start) => {
    const { broker, errors } = start();
    const gate = createGate();
    const unregister = broker.registerCallback('resume', () => gate.wait(), { attempts: 1 });
    await settle(broker, 'r1');
    unregister();
    const got: number[] = [];
    broker.registerCallback('resume', (_settled, { attempt }) => got.push(attempt), { attempts: 1 });
    gate.fail(new Error('Stopped.'));
    await soon();
    expect([got, errors]).toEqual([[1], []]);
    await broker.close();
  });

  it('is delivered within ten seconds by another broker on the same memory store', async () => {
    const store = createMemoryStore();
    const [near, far] = [startBroker({ store }), startBroker({ store })];
    const got: number[] = [];
    near.broker.registerCallback('resume', () => Promise.reject(new Error('Down')), { delayMs: () => 1_000 });
    await settle(near.broker, 'r1');
    far.broker.registerCallback('resume', (_settled, { attempt }) => got.push(attempt));
    await near.broker.close();
    await soon(11_000);
    expect(got).toEqual([2]);
    await far.broker.close();
  });
});

describe('a callback handler that throws a value without a text [R-DETACHED]', () => {
  it.each([
    ['an object without a prototype', () => Object.create(null) as unknown],
    ['an error whose message throws', () => Object.defineProperty(new Error(), 'message', { get: () => BigInt('x') })],
    ['an error whose message is an object', () => Object.assign(new Error(), { message: {} })],
  ])('fails as any other: %s', async (_, make) => {
    const { broker, errors } = startBroker();
    const handler = vi.fn(() => Promise.reject(make()));
    broker.registerCallback('resume', handler, { attempts: 2, delayMs: () => 1 });
    await settle(broker, 'r1');
    expect(handler).toHaveBeenCalledTimes(2);
    expect(await broker.parkedCallbacks()).toMatchObject([{ attempts: 2 }]);
    expect(errors).toMatchObject([{ name: 'CallbackError' }, { name: 'CallbackError', isParked: true }]);
    await broker.close();
  });
});
