import { describe, expect, it } from 'vitest';
import type { BrokerEvent } from '../../../src/host/broker/types.js';
import { createGate, createTestBackend, line, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

const REPLIES = replyTo(makeRequest('r1'));

describe('the broker’s events [R-STATE]', () => {
  it('are the same for all subscribers of a conversation', async () => {
    const { broker, events } = startBroker();
    const heard: Record<string, string[]> = { one: [], two: [], none: [] };
    broker.subscribe((event) => heard['one']!.push(line(event)), { conversationId: 'c1' });
    broker.subscribe((event) => heard['two']!.push(line(event)), { conversationId: ['c1', 'c2'] });
    broker.subscribe((event) => heard['none']!.push(line(event)), { conversationId: [] });
    for (const n of [1, 2, 3]) void broker.ask(makeRequest(`r${n}`), { conversationId: `c${n}` });
    await settleDown();
    await broker.cancel('r2');
    const asked = (n: number) => `r${n} awaiting_user_response`;
    expect(heard).toEqual({ one: [asked(1)], two: [asked(1), asked(2), 'r2 cancelled'], none: [] });
    expect(events.map(line)).toEqual([asked(1), asked(2), asked(3), 'r2 cancelled']);
    expect((await broker.pending(['c1', 'c2'])).map(({ conversationId }) => conversationId)).toEqual(['c1']);
    expect(await broker.pending([])).toEqual([]);
  });

  it('are not sent to a subscriber that has unsubscribed, even during a notification', async () => {
    const { broker } = startBroker();
    const heard: string[] = [];
    const stops: (() => void)[] = [];
    stops.push(broker.subscribe(() => stops.forEach((stop) => stop())));
    stops.push(broker.subscribe((event) => heard.push(line(event))));
    void broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    await broker.cancel('r1');
    expect(heard).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('A subscriber failed.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('A subscriber failed.'))],
  ])('reach the other subscribers and the agent if one subscriber %s', async (_, fail) => {
    const { broker, errors } = startBroker();
    broker.subscribe(fail as () => void);
    const heard: string[] = [];
    broker.subscribe((event) => heard.push(line(event)));
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(heard).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    expect(errors).toHaveLength(2);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('The handler failed, too.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The handler failed, too.'))],
  ])('reach subscribers and agent even if `onError` %s', async (_, fail) => {
    const { broker } = startBroker({ onError: fail as () => void });
    broker.subscribe(() => {
      throw new Error('A subscriber failed.');
    });
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    await broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
  });

  it('are replayed since a given id, in order, and only for the subscribed conversations', async () => {
    const { broker, events } = startBroker();
    for (const n of [1, 2, 3]) void broker.ask(makeRequest(`r${n}`), { conversationId: n === 2 ? 'c2' : 'c1' });
    await settleDown();
    const away = broker.lastEventId();
    expect(events.at(-1)?.id).toBe(away);
    for (const n of [3, 2, 1]) await broker.cancel(`r${n}`);
    const back = (since: string) => {
      const heard: BrokerEvent[] = [];
      broker.subscribe((event) => heard.push(event), { conversationId: 'c1', since })();
      return heard.map(line);
    };
    expect(back(away)).toEqual(['r3 cancelled', 'r1 cancelled']);
    expect(back(events.find((event) => line(event) === 'r3 cancelled')!.id)).toEqual(['r1 cancelled']);
    expect(back(broker.lastEventId())).toEqual([]);
    for (const unknown of ['', 'other.1', '1', `${away.split('.')[0]}.x`]) expect(back(unknown)).toEqual([]);
  });

  it('are numbered in ascending order', async () => {
    const { broker, events } = startBroker();
    for (let n = 0; n < 12; n++) void broker.ask(makeRequest(`r${n}`), { conversationId: 'c1' });
    await settleDown();
    const numbers = events.map(({ id }) => Number(id.split('.')[1]));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(new Set(events.map(({ id }) => id.split('.')[0])).size).toBe(1);
  });
});

describe('a settled request [R-STATE]', () => {
  function slow() {
    const backend = createTestBackend();
    const store = backend.connect();
    const at = startBroker({ store, now: backend.clock.now, leaseMs: 30_000 });
    const result = at.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    return { ...at, backend, store, result };
  }

  it('is not revived by an old list that arrives late', async () => {
    const { broker, store, result, events } = slow();
    await settleDown();
    const gate = createGate();
    store.after.list = gate.wait;
    const listed = broker.pending('c1');
    await settleDown();
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    gate.open();
    expect(await listed).toEqual([]);
    await result;
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    await broker.close();
  });

  it('is not revived by an old read that arrives late', async () => {
    const { broker, store, result, events } = slow();
    await settleDown();
    const gate = createGate();
    store.after.get = gate.wait;
    const got = broker.get('r1');
    store.tell({ requestId: 'r1', conversationId: 'c1' });
    await settleDown();
    delete store.after.get;
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    gate.open();
    expect(await got).toMatchObject({ state: 'settled', settlement: { result: { status: 'answered' } } });
    await result;
    await settleDown();
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    await broker.close();
  });

  it('is not lost because of a read from before it was opened', async () => {
    const backend = createTestBackend();
    const store = backend.connect();
    const { broker, events } = startBroker({ store, now: backend.clock.now });
    const gate = createGate();
    store.after.get = gate.wait;
    const early = broker.cancel('r1');
    await settleDown();
    delete store.after.get;
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    gate.open();
    expect(await early).toEqual({ ok: false, code: 'unknown' });
    expect(await broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    await broker.close();
  });

  it('has the state of the newer one of two overlapping reads', async () => {
    const { broker, backend, store, events, result } = slow();
    await settleDown();
    const gate = createGate();
    store.after.get = gate.wait;
    store.tell({ requestId: 'r1', conversationId: 'c1' });
    await settleDown();
    delete store.after.get;
    backend.clock.advance(60_000);
    store.tell();
    await settleDown();
    gate.open();
    await settleDown();
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned']);
    await broker.supersede('c1');
    await result;
    await broker.close();
  });

  it('is published once, and not again because of a late delivery', async () => {
    const { broker, backend, store, result, events } = slow();
    await settleDown();
    await broker.cancel('r1');
    await result;
    const fresh = startBroker({ store: backend.connect(), now: backend.clock.now });
    for (const late of [broker, fresh.broker]) {
      expect(await late.cancel('r1')).toEqual({ ok: false, code: 'already_resolved' });
      expect(await late.answer('r1', REPLIES)).toEqual({ ok: false, code: 'already_resolved' });
    }
    store.tell({ requestId: 'r1', conversationId: 'c1' });
    store.tell();
    await settleDown();
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 cancelled']);
    expect(fresh.events).toEqual([]);
    await Promise.all([broker.close(), fresh.broker.close()]);
  });
});
