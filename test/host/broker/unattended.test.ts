import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker, type BrokerOptions } from '../../../src/host/index.js';
import { createTestBackend, fakedClock, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

const C1 = { conversationId: 'c1' };
const USER = { ...C1, attended: true };
const UNATTENDED_MS = 30_000;
/** Reads of the presence are batched within 100 ms. */
const SOON = 200;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const nobody = () => undefined;

function start() {
  const backend = createTestBackend(fakedClock);
  /** Creates a node, and records the requests that it reports. */
  const node = (options: BrokerOptions = {}) => {
    const reported: string[] = [];
    const store = backend.connect();
    const onUnattended: BrokerOptions['onUnattended'] = ({ request }) => void reported.push(request.requestId);
    return { store, reported, ...startBroker({ store, onUnattended, ...options }) };
  };
  return { backend, node, near: node() };
}

describe('a request that no user can see [R-UNATTENDED]', () => {
  it('is reported once, after the given time', async () => {
    const { near } = start();
    void near.broker.ask(makeRequest('r1'), C1);
    await near.broker.open(makeRequest('r2'), C1);
    await pass(UNATTENDED_MS - SOON);
    expect(near.reported).toEqual([]);
    await pass(2 * SOON);
    expect(near.reported.toSorted()).toEqual(['r1', 'r2']);
    await pass(10 * UNATTENDED_MS);
    expect(near.reported).toHaveLength(2);
    expect(near.errors).toEqual([]);
    await near.broker.cancel('r1');
    await near.broker.close();
  });

  it('is reported with the memory store as well, and with a store that notifies of nothing', async () => {
    const reported: string[] = [];
    const onUnattended: BrokerOptions['onUnattended'] = ({ request }) => void reported.push(request.requestId);
    for (const [id, options] of [
      ['memory', {}],
      ['silent', { store: { ...createTestBackend(fakedClock).connect(), watch: () => nobody } }],
    ] as const) {
      const { broker } = startBroker({ ...options, onUnattended });
      const leave = broker.subscribe(nobody, USER);
      await broker.open(makeRequest(id), C1);
      await pass(2 * UNATTENDED_MS);
      expect(reported).not.toContain(id);
      leave();
      await pass(UNATTENDED_MS + SOON);
      expect(reported).toContain(id);
      await broker.close();
    }
  });

  it.each([
    ['of this node', false],
    ['of another node', true],
  ])('is reported only when a user %s has been away long enough', async (_, isFar) => {
    const { near, node } = start();
    const { broker } = isFar ? node() : near;
    const leave = broker.subscribe(nobody, USER);
    void near.broker.ask(makeRequest('r1'), C1);
    await pass(10 * UNATTENDED_MS);
    expect(near.reported).toEqual([]);
    leave();
    await pass(UNATTENDED_MS - SOON);
    expect(near.reported).toEqual([]);
    await pass(2 * SOON);
    expect(near.reported).toEqual(['r1']);
    await near.broker.cancel('r1');
  });

  it('is not reported if a client returns in time, on any node', async () => {
    const { near, node } = start();
    const far = node();
    void near.broker.ask(makeRequest('r1'), C1);
    for (let i = 0; i < 10; i++) {
      const leave = (i % 2 ? near : far).broker.subscribe(nobody, USER);
      await pass(1_000);
      leave();
      await pass(UNATTENDED_MS - 2_000);
    }
    expect(near.reported).toEqual([]);
    await near.broker.cancel('r1');
  });

  it('is reported again only after a user could see it in the meantime', async () => {
    const { near } = start();
    void near.broker.ask(makeRequest('r1'), C1);
    await pass(3 * UNATTENDED_MS);
    expect(near.reported).toEqual(['r1']);
    near.broker.subscribe(nobody, USER)();
    await pass(UNATTENDED_MS + 2 * SOON);
    await pass(UNATTENDED_MS);
    expect(near.reported).toEqual(['r1', 'r1']);
    await pass(5 * UNATTENDED_MS);
    expect(near.reported).toEqual(['r1', 'r1']);
    await near.broker.cancel('r1');
  });

  it('is also one in another conversation, or one with an observer only', async () => {
    const { near } = start();
    near.broker.subscribe(nobody, { conversationId: 'c2', attended: true });
    near.broker.subscribe(nobody, C1);
    void near.broker.ask(makeRequest('r1'), C1);
    void near.broker.ask(makeRequest('r2'), { conversationId: 'c2' });
    await pass(UNATTENDED_MS + SOON);
    expect(near.reported).toEqual(['r1']);
    near.broker.subscribe(nobody, { attended: true });
    void near.broker.ask(makeRequest('r3'), { conversationId: 'c3' });
    await pass(2 * UNATTENDED_MS);
    expect(near.reported).toEqual(['r1']);
    for (const id of ['r1', 'r2', 'r3']) await near.broker.cancel(id);
  });

  it('is reported if the node of its user was killed and its heartbeats have stopped', async () => {
    const { near, node, backend } = start();
    const far = node();
    far.broker.subscribe(nobody, USER);
    await settleDown();
    void near.broker.ask(makeRequest('r1'), C1);
    await pass(UNATTENDED_MS);
    // Like a node that was killed: its heartbeats no longer arrive.
    far.store.before.beat = () => Promise.reject(new Error('Killed.'));
    await pass(UNATTENDED_MS - SOON);
    expect(near.reported).toEqual([]);
    await pass(UNATTENDED_MS + 10_000);
    expect(near.reported).toEqual(['r1']);
    expect(backend.clock).toBe(fakedClock);
    await near.broker.cancel('r1');
  });

  it('is no longer checked after it is settled on any node', async () => {
    const { near, node } = start();
    const far = node();
    void near.broker.ask(makeRequest('r1'), C1);
    for (const id of ['r2', 'r3']) await near.broker.open(makeRequest(id), C1);
    await near.broker.answer('r1', replyTo(makeRequest('r1')));
    await far.broker.answer('r2', replyTo(makeRequest('r2')));
    near.store.deaf = true;
    await far.broker.answer('r3', replyTo(makeRequest('r3')));
    await pass(3 * UNATTENDED_MS);
    expect(near.reported).toEqual([]);
    // Settled requests cause no further reads.
    const { last } = near.store.calls;
    await pass(3 * UNATTENDED_MS);
    expect(near.store.calls.last).toBe(last);
    await near.broker.close();
  });

  it('is checked together with the others', async () => {
    const { near } = start();
    for (let i = 0; i < 600; i++) await near.broker.open(makeRequest(`r${i}`), { conversationId: `c${i}` });
    await pass(UNATTENDED_MS + SOON);
    expect(near.reported).toHaveLength(600);
    expect(near.store.calls.last).toBeLessThanOrEqual(2);
    await near.broker.close();
  });

  it('is not checked without a callback', async () => {
    const { node } = start();
    const { broker, store } = node({ onUnattended: undefined });
    void broker.ask(makeRequest('r1'), C1);
    await pass(10 * UNATTENDED_MS);
    expect(store.calls.last).toBe(0);
    await broker.cancel('r1');
  });

  it('settles as unavailable if the host configures it, even without a callback', async () => {
    const { node } = start();
    const { broker, reported } = node({ whenUnattended: 'unavailable', unattendedMs: 60_000 });
    const { broker: silent } = node({ whenUnattended: 'unavailable', onUnattended: undefined });
    const results = [broker.ask(makeRequest('r1'), C1), silent.ask(makeRequest('r2'), C1)];
    await pass(60_000 + SOON);
    const unavailable = { status: 'unavailable', reason: 'No user was there to see the question.' };
    expect(await Promise.all(results)).toEqual([unavailable, unavailable]);
    expect(reported).toEqual(['r1']);
  });

  it('stays pending if the check or the callback fails', async () => {
    const { node } = start();
    const onUnattended = vi.fn().mockRejectedValueOnce(new Error('No mail.'));
    const { broker, store, errors } = node({ onUnattended });
    store.before.last = () => Promise.reject(new Error('No route.'));
    void broker.ask(makeRequest('r1'), C1);
    await pass(UNATTENDED_MS + SOON);
    expect(errors.map(String)).toEqual(['Error: No route.']);
    delete store.before.last;
    await pass(UNATTENDED_MS + SOON);
    expect(errors.map(String)).toEqual(['Error: No route.', 'Error: No mail.']);
    expect(onUnattended).toHaveBeenCalledOnce();
    expect((await broker.get('r1'))?.state).toBe('awaiting_user_response');
    await broker.cancel('r1');
  });

  it('is attended as soon as the store accepts the user’s presence, and after the store has lost everything', async () => {
    const { near, node, backend } = start();
    const far = node();
    far.store.before.attend = () => Promise.reject(new Error('No route.'));
    far.broker.subscribe(nobody, USER);
    await pass(1_000);
    expect(far.errors.map(String)).toContain('Error: No route.');
    delete far.store.before.attend;
    await pass(10_000);
    void near.broker.ask(makeRequest('r1'), C1);
    await pass(2 * UNATTENDED_MS);
    backend.flush();
    far.store.tell();
    await near.broker.open(makeRequest('r2'), C1);
    await pass(2 * UNATTENDED_MS);
    expect(near.reported).toEqual([]);
  });

  it('is no longer checked after the broker is closed', async () => {
    const { near } = start();
    await near.broker.open(makeRequest('r1'), C1);
    await near.broker.close();
    await pass(3 * UNATTENDED_MS);
    expect(near.reported).toEqual([]);
    expect(near.store.listeners).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -1, Number.NaN])('causes a RangeError for `unattendedMs` %s', (unattendedMs) => {
    expect(() => createAskUserBroker({ unattendedMs })).toThrow(RangeError);
  });
});
