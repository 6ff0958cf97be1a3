import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askingOf, INITIAL, reduce, type Message, type Model } from '../../src/host/client/state.js';
import type { WireEnding, WireRequest } from '../../src/host/index.js';
import { wireEnding, wireRequest } from './client-helpers.js';

const keyOf = (one: WireRequest) => askingOf(one, one.request.requestId);
const ids = (model: Model) => model.view.requests.map(({ request }) => request.requestId);
const askings = (model: Model) => model.view.requests.map(keyOf);
const endedAskings = (model: Model) => model.view.endings.map(({ request }) => keyOf(request));
const run = (messages: readonly Message[], from: Model = INITIAL) => messages.reduce(reduce, from);

const ID = fc.constantFrom('r1', 'r2', 'r3', 'r4', '__proto__', '');
const ORDER: Record<string, number> = Object.assign(Object.create(null), {
  ...{ r1: 4, r2: 1, r3: 3, r4: 1, ['__proto__']: 2, '': 5 },
});
/** The same ids are asked at times by a host that was started anew. */
const ASKING = fc
  .record({ id: ID, later: fc.constantFrom(0, 0, 0, 10), askedAt: fc.constantFrom(1, 1, 1, 2) })
  .map(({ id, later, askedAt }) => ({ id, order: (ORDER[id] ?? 2) + later, askedAt }));
const request = fc
  .record({ asking: ASKING, state: fc.constantFrom('awaiting_user_response' as const, 'orphaned' as const) })
  .map(({ asking: { id, order, askedAt }, state }) => ({ ...wireRequest(id, order, state), askedAt }));
const ending = fc
  .record({ asking: ASKING, own: fc.constantFrom(true as const, undefined) })
  .map(({ asking: { id, ...asking }, own }) => wireEnding(id, { ...asking, by: `by ${id}`, ...(own && { own }) }));
const requests = fc.uniqueArray(request, { selector: (one) => one.request.requestId });

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ type: fc.constant('snapshot' as const), requests, endings: fc.array(ending, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('pending' as const), request }),
  fc.record({ type: fc.constant('settled' as const), ending }),
  request.map((one) => ({ type: 'found' as const, requestId: one.request.requestId, request: one })),
  ending.map((one) => ({ type: 'found' as const, requestId: one.requestId, ending: one })),
  ID.map((requestId) => ({ type: 'found' as const, requestId })),
  ID.map((requestId) => ({ type: 'over' as const, requestId })),
  fc
    .constantFrom('connecting' as const, 'online' as const, 'offline' as const)
    .map((connection) => ({ type: 'connection' as const, connection })),
  ID.map((requestId) => ({ type: 'dismissed' as const, requestId })),
);
const history = fc.array(message, { maxLength: 40 });

const endingsIn = (one: Message): readonly WireEnding[] => {
  if (one.type === 'snapshot') return one.endings;
  const told = one.type === 'settled' || one.type === 'found' ? one.ending : undefined;
  return told ? [told] : [];
};

describe('[R-STATE] whatever is duplicated, delayed or reordered', () => {
  it('an ended asking never comes back', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const over = new Set<string>();
        let model = INITIAL;
        for (const one of messages) {
          model = reduce(model, one);
          for (const told of endingsIn(one)) over.add(askingOf(told, told.requestId));
          expect(askings(model).filter((asking) => over.has(asking))).toEqual([]);
          expect(askings(model).filter((asking) => endedAskings(model).includes(asking))).toEqual([]);
        }
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
          askings(model).forEach((asking) => seen.add(asking));
          expect(new Set(ids(model)).size).toBe(ids(model).length);
          expect(new Set(endedAskings(model)).size).toBe(endedAskings(model).length);
          const orders = model.view.requests.map(({ order }) => order);
          expect(orders).toEqual(orders.toSorted((a, b) => a - b));
          expect(endedAskings(model).filter((asking) => !seen.has(asking))).toEqual([]);
          expect([...model.missing].filter((id) => !ids(model).includes(id))).toEqual([]);
        }
      }),
    );
  });

  it('nothing that was seen goes without an ending, unless it is dismissed', () => {
    fc.assert(
      fc.property(history, message, (messages, one) => {
        const before = run(messages);
        const after = reduce(before, one);
        const gone = before.view.requests.filter(({ request: { requestId } }) =>
          one.type === 'dismissed' ? requestId !== one.requestId : true,
        );
        const known = [...askings(after), ...endedAskings(after)];
        expect(gone.map(keyOf).filter((asking) => !known.includes(asking))).toEqual([]);
      }),
    );
  });

  it('one snapshot makes the state right: the rest is known to be missing, and looked up', () => {
    fc.assert(
      fc.property(history, requests, (messages, pending) => {
        const before = run(messages);
        const model = reduce(before, { type: 'snapshot', requests: pending, endings: [] });
        const isHidden = (asking: string) => before.over.has(asking) || model.dismissed.has(asking);
        const there = model.view.requests.filter((one) => !model.missing.has(one.request.requestId));
        const told = pending.map(keyOf).filter((asking) => !isHidden(asking));
        expect(there.map(keyOf).toSorted()).toEqual(told.toSorted());
        for (const one of there) expect(pending).toContainEqual(one);
        const lookups = [...model.missing].map((requestId): Message => ({ type: 'found', requestId }));
        expect(askings(run(lookups, model)).toSorted()).toEqual(told.toSorted());
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

  it('an ending is own exactly where the host says so', () => {
    fc.assert(
      fc.property(history, ending, (messages, told) => {
        const before = run(messages);
        const asking = askingOf(told, told.requestId);
        const find = (model: Model) => model.view.endings.find(({ request: one }) => keyOf(one) === asking);
        const model = reduce(before, { type: 'settled', ending: told });
        const guessed = find(before)?.result.status === 'connectionLost';
        if (before.over.has(asking) && !guessed) expect(model).toBe(before);
        else if (find(model)) expect(find(model)?.own).toBe(told.own === true);
      }),
    );
  });
});
