import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrokerOptions } from '../../../src/host/index.js';
import { createGate, createTestBackend, fakedClock, makeRequest, startBroker } from '../helpers.js';

const C1 = { conversationId: 'c1' };
const UNATTENDED_MS = 30_000;
/** Reads of the presence are batched within 100 ms. */
const SOON = 200;
const UNAVAILABLE = { status: 'unavailable', reason: 'No user was there to see the question.' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start(options: BrokerOptions = {}) {
  const store = createTestBackend(fakedClock).connect();
  const onUnattended = vi.fn();
  return { store, onUnattended, ...startBroker({ store, onUnattended, ...options }) };
}

describe('a request that no user can see, with a store that fails or is slow [R-UNATTENDED]', () => {
  it.each(['wait', 'unavailable'] as const)(
    'is reported once the request can be read again, with `whenUnattended: "%s"`',
    async (whenUnattended) => {
      const { broker, store, onUnattended, errors } = start({ whenUnattended });
      const result = broker.ask(makeRequest('r1'), C1);
      await pass(UNATTENDED_MS / 2);
      store.before.get = () => Promise.reject(new Error('No route.'));
      await pass(UNATTENDED_MS / 2 + SOON);
      expect(errors.map(String)).toContain('Error: No route.');
      expect(onUnattended).not.toHaveBeenCalled();
      delete store.before.get;
      await pass(5 * UNATTENDED_MS);
      expect(onUnattended).toHaveBeenCalledOnce();
      if (whenUnattended === 'wait') await broker.cancel('r1');
      expect(await result).toEqual(whenUnattended === 'wait' ? { status: 'cancelled' } : UNAVAILABLE);
    },
  );

  it('settles as unavailable once the store accepts it, and is reported once', async () => {
    const { broker, store, onUnattended, errors } = start({ whenUnattended: 'unavailable' });
    const result = broker.ask(makeRequest('r1'), C1);
    store.before.settle = () => Promise.reject(new Error('No route.'));
    await pass(3 * UNATTENDED_MS);
    expect(errors.map(String)).toContain('Error: No route.');
    delete store.before.settle;
    await pass(UNATTENDED_MS + SOON);
    expect(await result).toEqual(UNAVAILABLE);
    expect(onUnattended).toHaveBeenCalledOnce();
  });

  it('is reported and settles after the store has opened it late', async () => {
    const { broker, store, onUnattended } = start({ whenUnattended: 'unavailable' });
    const gate = createGate();
    store.before.open = gate.wait;
    const result = broker.ask(makeRequest('r1'), C1);
    await pass(2 * UNATTENDED_MS);
    expect(onUnattended).not.toHaveBeenCalled();
    gate.open();
    await pass(UNATTENDED_MS + SOON);
    expect(await result).toEqual(UNAVAILABLE);
    expect(onUnattended).toHaveBeenCalledOnce();
  });

  it('settles as unavailable only after the callback is done', async () => {
    let done = () => {};
    const onUnattended = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
    const { broker } = start({ whenUnattended: 'unavailable', onUnattended });
    const result = broker.ask(makeRequest('r1'), C1);
    await pass(5 * UNATTENDED_MS);
    expect((await broker.get('r1'))?.state).toBe('awaiting_user_response');
    done();
    expect(await result).toEqual(UNAVAILABLE);
    expect(onUnattended).toHaveBeenCalledOnce();
  });
});
