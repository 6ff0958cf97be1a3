import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INITIAL, reduce, type Message, type Model } from '../../src/host/client/state.js';
import { wireEnding, wireRequest } from './client-helpers.js';

const ids = (model: Model) => model.view.requests.map(({ request }) => request.requestId);
const endedIds = (model: Model) => model.view.endings.map(({ request }) => request.request.requestId);
const run = (messages: readonly Message[], from: Model = INITIAL) => messages.reduce(reduce, from);

const ID = fc.constantFrom('r1', 'r2', 'r3', 'r4', '__proto__', '');
const ORDER: Record<string, number> = Object.assign(Object.create(null), {
  ...{ r1: 4, r2: 1, r3: 3, r4: 1, ['__proto__']: 2, '': 5 },
});
const request = fc
  .record({ id: ID, state: fc.constantFrom('awaiting_user_response' as const, 'orphaned' as const) })
  .map(({ id, state }) => wireRequest(id, ORDER[id] ?? 2, state));
const ending = fc
  .record({ id: ID, key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined }) })
  .map(({ id, key }) => wireEnding(id, { by: `by ${id}`, ...(key && { key }) }));
const requests = fc.uniqueArray(request, { selector: (one) => one.request.requestId });

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ type: fc.constant('snapshot' as const), requests, endings: fc.array(ending, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('pending' as const), request }),
  fc.record({ type: fc.constant('settled' as const), ending }),
  request.map((one) => ({ type: 'found' as const, requestId: one.request.requestId, request: one })),
  ID.map((requestId) => ({ type: 'found' as const, requestId })),
  fc.constantFrom('k1', 'k2').map((key) => ({ type: 'sent' as const, key })),
  ID.map((requestId) => ({ type: 'over' as const, requestId })),
  fc
    .constantFrom('connecting' as const, 'online' as const, 'offline' as const)
    .map((connection) => ({ type: 'connection' as const, connection })),
  ID.map((requestId) => ({ type: 'dismissed' as const, requestId })),
);
const history = fc.array(message, { maxLength: 40 });

const settledIds = (messages: readonly Message[]) =>
  messages.flatMap((one) =>
    one.type === 'settled'
      ? [one.ending.requestId]
      : one.type === 'snapshot'
        ? one.endings.map(({ requestId }) => requestId)
        : [],
  );

describe('[R-STATE] whatever is duplicated, delayed or reordered', () => {
  it('an ended request never comes back', () => {
    fc.assert(
      fc.property(history, (messages) => {
        let model = INITIAL;
        messages.forEach((one, i) => {
          model = reduce(model, one);
          const over = settledIds(messages.slice(0, i + 1));
          expect(ids(model).filter((id) => over.includes(id))).toEqual([]);
          expect(ids(model).filter((id) => endedIds(model).includes(id))).toEqual([]);
        });
      }),
    );
  });

  it('each request is there once, in its order, and each ending is of a request that was seen', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const seen = new Set<string>();
        let model = INITIAL;
        for (const one of messages) {
          model = reduce(model, one);
          ids(model).forEach((id) => seen.add(id));
          expect(new Set(ids(model)).size).toBe(ids(model).length);
          expect(new Set(endedIds(model)).size).toBe(endedIds(model).length);
          const orders = model.view.requests.map(({ order }) => order);
          expect(orders).toEqual(orders.toSorted((a, b) => a - b));
          expect(endedIds(model).filter((id) => !seen.has(id))).toEqual([]);
          expect([...model.missing].filter((id) => !ids(model).includes(id))).toEqual([]);
        }
      }),
    );
  });

  it('one snapshot makes the state right: the rest is known to be missing, and looked up', () => {
    fc.assert(
      fc.property(history, requests, (messages, pending) => {
        const before = run(messages);
        const model = reduce(before, { type: 'snapshot', requests: pending, endings: [] });
        const hidden = (id: string) =>
          before.over.has(id) || (model.dismissed.has(id) && pending.some((one) => one.request.requestId === id));
        const there = ids(model).filter((id) => !model.missing.has(id));
        const told = pending.map((one) => one.request.requestId).filter((id) => !hidden(id));
        expect(there.toSorted()).toEqual(told.toSorted());
        for (const one of model.view.requests) {
          if (!model.missing.has(one.request.requestId)) expect(pending).toContainEqual(one);
        }
        const lookups = [...model.missing].map((requestId): Message => ({ type: 'found', requestId }));
        expect(ids(run(lookups, model)).toSorted()).toEqual(told.toSorted());
      }),
    );
  });

  it('the same twice is the same once, and gives the same object', () => {
    fc.assert(
      fc.property(history, message, (messages, one) => {
        const once = reduce(run(messages), one);
        const twice = reduce(once, structuredClone(one));
        expect(twice).toBe(once);
      }),
    );
  });

  it('what has not changed stays the same object', () => {
    fc.assert(
      fc.property(history, message, (messages, one) => {
        const model = run(messages);
        const next = reduce(model, structuredClone(one));
        for (const request of next.view.requests) {
          const equal = model.view.requests.find((other) => JSON.stringify(other) === JSON.stringify(request));
          if (equal) expect(request).toBe(equal);
        }
        if (JSON.stringify(next.view) === JSON.stringify(model.view)) expect(next.view).toBe(model.view);
      }),
    );
  });

  it('an ending is own exactly where its key is one of this client', () => {
    fc.assert(
      fc.property(history, ending, (messages, told) => {
        const before = run(messages);
        const { requestId, key } = told;
        const model = reduce(before, { type: 'settled', ending: told });
        const shown = model.view.endings.find(({ request: one }) => one.request.requestId === requestId);
        if (before.over.has(requestId)) expect(model).toBe(before);
        else if (shown) expect(shown.own).toBe(key !== undefined && before.keys.has(key));
      }),
    );
  });
});

describe('[R-STATE] what a client remembers', () => {
  const pending = (id: string, order = 1): Message => ({ type: 'pending', request: wireRequest(id, order) });

  it('is bounded', () => {
    let model = INITIAL;
    for (let i = 0; i < 5_000; i++) {
      model = reduce(model, pending(`r${i}`, i));
      model = reduce(model, { type: 'sent', key: `k${i}` });
      model = reduce(model, { type: 'settled', ending: wireEnding(`r${i}`, { key: `k${i}` }) });
    }
    expect(model.view.endings).toHaveLength(50);
    expect(endedIds(model).at(-1)).toBe('r4999');
    expect([model.over.size, model.keys.size]).toEqual([2_000, 2_000]);
  });

  it('forgets an orphan that was dismissed, until somebody waits for its answer again', () => {
    const orphan = wireRequest('r1', 1, 'orphaned');
    let model = run([pending('r1'), { type: 'dismissed', requestId: 'r1' }]);
    expect(ids(model)).toEqual(['r1']);
    model = run(
      [
        { type: 'pending', request: orphan },
        { type: 'dismissed', requestId: 'r1' },
      ],
      model,
    );
    expect(ids(model)).toEqual([]);
    model = reduce(model, { type: 'snapshot', requests: [orphan], endings: [] });
    expect(ids(model)).toEqual([]);
    expect(ids(reduce(model, pending('r1')))).toEqual(['r1']);
  });

  it('takes a question that the host had lost for pending again, when the host is asked it anew', () => {
    const lost = run([
      pending('r1'),
      { type: 'snapshot', requests: [], endings: [] },
      { type: 'found', requestId: 'r1' },
    ]);
    expect([ids(lost), endedIds(lost)]).toEqual([[], ['r1']]);
    const again = reduce(lost, pending('r1'));
    expect([ids(again), endedIds(again)]).toEqual([['r1'], []]);
  });

  it('replaces what it had to guess by how it really ended', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      { type: 'found', requestId: 'r1' },
      { type: 'settled', ending: wireEnding('r1', { by: 'Ana' }) },
    ]);
    expect(model.view.endings.map(({ by, result }) => [by, result.status])).toEqual([['Ana', 'cancelled']]);
  });

  it('does not listen to what was read before it was told of it', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      pending('r1'),
      { type: 'found', requestId: 'r1' },
    ]);
    expect(ids(model)).toEqual(['r1']);
  });
});
