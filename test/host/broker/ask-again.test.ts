import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPublishedState } from '../../../src/host/broker/published-state.js';
import type { AskUserBroker, SettleResult } from '../../../src/host/index.js';
import type { SettleOptions } from '../../../src/host/broker/types.js';
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

const CONVERSATION = { conversationId: 'c1' };
const REPLIES = replyTo(makeRequest('r1'));
const LOST = { status: 'connectionLost', reason: 'The question is no longer kept.' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a store that can lose everything, as Redis does at FLUSHALL, and then counts requests from one again. */
function start() {
  const backend = createTestBackend(fakedClock);
  const store = backend.connect();
  const at = startBroker({ store });
  const ask = (requestId = 'r1', text?: string) =>
    at.broker.ask(makeRequest(requestId, ...(text ? [text] : [])), CONVERSATION);
  // The clock does not advance, so a repeated request differs only in its instance id.
  return { ...at, backend, store, ask, flush: backend.flush };
}

describe('a request whose id is used again after the store has evicted it [R-STATE] [R-INSTANCE]', () => {
  it('is shown and answered after the first instance was settled as lost', async () => {
    const { broker, ask, flush, store, events } = start();
    const warm = ask('r0');
    await settleDown();
    await broker.cancel('r0');
    await warm;
    const first = ask();
    await settleDown();
    flush();
    store.tell();
    expect(await first).toEqual(LOST);

    const again = ask();
    await settleDown();
    expect(events.slice(2).map(line)).toEqual([
      'r1 awaiting_user_response',
      'r1 connectionLost',
      'r1 awaiting_user_response',
    ]);
    expect(await broker.pending('c1')).toMatchObject([{ request: { requestId: 'r1' }, order: 1 }]);
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await broker.close();
  });

  it('causes the loss of an unnoticed first instance to be published, and gives the answer to both callers', async () => {
    const { broker, ask, flush, events } = start();
    const first = ask();
    await settleDown();
    flush();
    const again = ask();
    await settleDown();
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 connectionLost', 'r1 awaiting_user_response']);
    await broker.answer('r1', REPLIES);
    expect(await Promise.all([first, again])).toMatchObject([{ status: 'answered' }, { status: 'answered' }]);
    await broker.close();
  });

  it('does not give its answer to the caller of another question with the same id', async () => {
    const { broker, ask, flush } = start();
    const first = ask('r1', 'Which database?');
    await settleDown();
    flush();
    const other = ask('r1', 'Drop the database?');
    await settleDown();
    expect(await first).toEqual(LOST);
    await broker.answer('r1', replyTo(makeRequest('r1', 'Drop the database?')));
    expect(await other).toMatchObject({ answers: [{ question: 'Drop the database?' }] });
    await broker.close();
  });

  it.each(['pending', 'gone'] as const)(
    'is not settled by an old read in which the first instance was %s',
    async (how) => {
      const { broker, ask, flush, store, events } = start();
      const first = ask();
      await settleDown();
      if (how === 'gone') flush();
      const gate = createGate();
      store.after.get = gate.wait;
      const old = broker.get('r1');
      await settleDown();
      delete store.after.get;
      if (how === 'pending') flush();
      const again = ask();
      await settleDown();
      gate.open();
      await old;
      await settleDown();
      expect(events.map(line).at(-1)).toBe('r1 awaiting_user_response');
      expect(await broker.pending('c1')).toHaveLength(1);
      await broker.answer('r1', REPLIES);
      expect(await again).toMatchObject({ status: 'answered' });
      await first;
      await broker.close();
    },
  );

  it('does not wait if its first instance was settled as lost but still exists', async () => {
    const { broker, ask, store, events } = start();
    const first = ask();
    await settleDown();
    const { get } = store;
    store.get = store.list = async () => ({ now: 0, records: [] });
    store.tell();
    expect(await first).toEqual(LOST);
    store.get = get;
    expect(await ask()).toEqual(LOST);
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 connectionLost']);
    await broker.close();
  });

  it('is replayed separately from the first instance, each with its own result', async () => {
    const { broker, ask, flush, events } = start();
    const since = broker.lastEventId();
    for (const status of ['cancelled', 'declined'] as const) {
      const result = ask();
      await settleDown();
      await broker[status === 'cancelled' ? 'cancel' : 'decline']('r1');
      expect(await result).toEqual({ status });
      flush();
    }
    const heard: string[] = [];
    broker.subscribe((event) => heard.push(line(event)), { since });
    expect(heard).toEqual(['r1 cancelled', 'r1 declined']);
    const ends = events.flatMap((event) => (event.type === 'settled' ? [event.request] : []));
    expect(ends.map(({ order, askedAt }) => [order, askedAt])).toEqual(Array(2).fill([1, Date.now()]));
    expect(ends[1]!.instanceId).not.toBe(ends[0]!.instanceId);
    await broker.close();
  });

  it('is refused while the first instance exists, even if that is settled during the call', async () => {
    const { broker, ask, store } = start();
    const first = ask('r1', 'Which database?');
    await settleDown();
    const gate = createGate();
    store.before.open = gate.wait;
    const other = ask('r1', 'Drop the database?');
    expect(await broker.pending('c1')).toHaveLength(1);
    await broker.cancel('r1');
    gate.open();
    await expect(other).rejects.toMatchObject({ code: 'duplicate_request' });
    expect(await first).toEqual({ status: 'cancelled' });
    await broker.close();
  });
});

describe('a delivery with an instance id [R-INSTANCE]', () => {
  const UNKNOWN = { ok: false, code: 'unknown' };
  const deliveries: Record<string, (broker: AskUserBroker, options: SettleOptions) => Promise<SettleResult>> = {
    answer: (broker, options) => broker.answer('r1', REPLIES, options),
    cancel: (broker, options) => broker.cancel('r1', options),
    decline: (broker, options) => broker.decline('r1', options),
    'decline with discuss': (broker, options) => broker.decline('r1', { ...options, discuss: true, replies: REPLIES }),
  };

  it.each(Object.entries(deliveries))('does not settle another instance: %s', async (_, deliver) => {
    const { broker, ask, flush, events } = start();
    const first = ask();
    await settleDown();
    const [{ instanceId } = { instanceId: '' }] = await broker.pending('c1');
    flush();
    const second = ask();
    await settleDown();
    const told = events.length;
    expect(await deliver(broker, { instanceId, idempotencyKey: 'k1' })).toEqual(UNKNOWN);
    const [now] = await broker.pending('c1');
    expect(now).toMatchObject({ state: 'awaiting_user_response' });
    expect(events).toHaveLength(told);
    expect(await deliver(broker, { instanceId: now!.instanceId, idempotencyKey: 'k1' })).toEqual({ ok: true });
    // Repeat it as after a lost response, and send the late delivery for the first instance.
    expect(await deliver(broker, { instanceId: now!.instanceId, idempotencyKey: 'k1' })).toEqual({ ok: true });
    expect(await deliver(broker, { instanceId, idempotencyKey: 'k1' })).toEqual(UNKNOWN);
    expect(await first).toEqual(await second);
    await broker.close();
  });

  it.each(Object.entries(deliveries))(
    'does not settle an instance that is opened meanwhile: %s',
    async (_, deliver) => {
      const { broker, backend, ask, flush, store } = start();
      const first = ask();
      await settleDown();
      const [{ instanceId } = { instanceId: '' }] = await broker.pending('c1');
      const gate = createGate();
      store.before.settle = gate.wait;
      const delivery = deliver(broker, { instanceId });
      await settleDown();
      flush();
      const other = startBroker({ store: backend.connect() });
      const second = other.broker.ask(makeRequest('r1', 'Drop the database?'), CONVERSATION);
      await settleDown();
      gate.open();
      expect(await delivery).toEqual(UNKNOWN);
      expect(await first).toEqual(LOST);
      expect(await other.broker.pending('c1')).toMatchObject([{ state: 'awaiting_user_response' }]);
      await other.broker.cancel('r1');
      expect(await second).toEqual({ status: 'cancelled' });
      await Promise.all([broker.close(), other.broker.close()]);
    },
  );

  it('without an instance id answers only the questions that its replies were validated against', async () => {
    const { broker, backend, ask, flush, store } = start();
    const first = ask();
    await settleDown();
    const gate = createGate();
    store.before.settle = gate.wait;
    const delivery = broker.answer('r1', REPLIES);
    await settleDown();
    flush();
    const other = startBroker({ store: backend.connect() });
    const second = other.broker.ask(makeRequest('r1', 'Drop the database?'), CONVERSATION);
    await settleDown();
    gate.open();
    expect(await delivery).toEqual(UNKNOWN);
    expect(await first).toEqual(LOST);
    await other.broker.cancel('r1');
    expect(await second).toEqual({ status: 'cancelled' });
    await Promise.all([broker.close(), other.broker.close()]);
  });
});

describe('a delivery without an instance id [R-INSTANCE]', () => {
  it.each(['cancel', 'decline'] as const)('settles the stored instance, and no older one: %s', async (method) => {
    const { broker, backend, ask, flush, store, events } = start();
    const first = ask();
    await settleDown();
    flush();
    store.deaf = true;
    const other = startBroker({ store: backend.connect() });
    const second = other.broker.ask(makeRequest('r1', 'Drop the database?'), CONVERSATION);
    await settleDown();
    expect(await broker[method]('r1')).toEqual({ ok: true });
    expect(await first).toEqual(LOST);
    const { status } = await second;
    expect(events.map(line)).toEqual([
      'r1 awaiting_user_response',
      'r1 connectionLost',
      'r1 awaiting_user_response',
      `r1 ${status}`,
    ]);
    await Promise.all([broker.close(), other.broker.close()]);
  });
});

describe('the published state of settled instances [R-STATE]', () => {
  it('is retained for the newest 10,000', () => {
    const ledger = createPublishedState();
    const opened = (order: number) => ({
      request: makeRequest('r1'),
      instanceId: `r1#${order}`,
      conversationId: 'c1',
      askedAt: 0,
      order,
    });
    for (let order = 0; order < 10_000; order++) expect(ledger.markSettled(opened(order), 'settled', 0)).toBe(true);
    expect(ledger.markSettled(opened(0), 'settled', 0)).toBe(false);
    ledger.markSettled(opened(10_000), 'settled', 0);
    expect([0, 1, 10_000].map((order) => ledger.isSettled(opened(order)))).toEqual([false, true, true]);
  });
});
