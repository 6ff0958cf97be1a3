import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INITIAL, reduce, unloaded, type ClientAction, type ClientModel } from '../../../src/host/client/state.js';
import type { WireSettlement, WireRequest } from '../../../src/host/wire.js';
import { wireEnding, wireRequest } from './helpers.js';

const keyOf = ({ instanceId }: WireRequest) => instanceId;
const ids = (model: ClientModel) => model.view.requests.map(({ request }) => request.requestId);
const instances = (model: ClientModel) => model.view.requests.map(keyOf);
const endedInstances = (model: ClientModel) => model.view.settled.map(({ request }) => keyOf(request));
const run = (messages: readonly ClientAction[], from: ClientModel = INITIAL) => messages.reduce(reduce, from);

const ID = fc.constantFrom('r1', 'r2', 'r3', 'r4', '__proto__', '');
const ORDER: Record<string, number> = Object.assign(Object.create(null), {
  ...{ r1: 4, r2: 1, r3: 3, r4: 1, ['__proto__']: 2, '': 5 },
});
/** Some ids have several instances, with the same order or another one. */
const INSTANCE = fc.record({ id: ID, instance: fc.constantFrom(1, 1, 1, 2, 3) }).map(({ id, instance }) => ({
  id,
  order: (ORDER[id] ?? 2) + (instance === 3 ? 10 : 0),
  instanceId: `${id}#${instance}`,
}));
const request = fc
  .record({ asked: INSTANCE, state: fc.constantFrom('awaiting_user_response' as const, 'orphaned' as const) })
  .map(({ asked: { id, order, instanceId }, state }) => ({ ...wireRequest(id, order, state), instanceId }));
const ending = fc
  .record({ asked: INSTANCE, own: fc.constantFrom(true as const, undefined) })
  .map(({ asked: { id, instanceId }, own }) => wireEnding(id, { instanceId, by: `by ${id}`, ...(own && { own }) }));
const requests = fc.uniqueArray(request, { selector: (one) => one.request.requestId });

const message: fc.Arbitrary<ClientAction> = fc.oneof(
  fc.record({ type: fc.constant('snapshot' as const), requests, settlements: fc.array(ending, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('pending' as const), request }),
  fc.record({ type: fc.constant('settled' as const), settlement: ending }),
  request.map((one) => ({ type: 'found' as const, requestId: one.request.requestId, request: one })),
  ending.map((one) => ({ type: 'found' as const, requestId: one.requestId, settlement: one })),
  ID.map((requestId) => ({ type: 'found' as const, requestId })),
  ID.map((requestId) => ({ type: 'over' as const, requestId })),
  fc
    .constantFrom('connecting' as const, 'online' as const, 'offline' as const)
    .map((connection) => ({ type: 'connection' as const, connection })),
  ID.map((requestId) => ({ type: 'dismissed' as const, requestId })),
);
const history = fc.array(message, { maxLength: 40 });

const endingsIn = (one: ClientAction): readonly WireSettlement[] => {
  if (one.type === 'snapshot') return one.settlements;
  const told = one.type === 'settled' || one.type === 'found' ? one.settlement : undefined;
  return told ? [told] : [];
};

describe('the client’s state, for duplicated, delayed or reordered messages [R-STATE]', () => {
  it('never contains a settled instance as pending again', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const over = new Set<string>();
        let model = INITIAL;
        for (const one of messages) {
          model = reduce(model, one);
          for (const told of endingsIn(one)) over.add(told.instanceId);
          expect(instances(model).filter((instanceId) => over.has(instanceId))).toEqual([]);
          expect(instances(model).filter((instanceId) => endedInstances(model).includes(instanceId))).toEqual([]);
        }
      }),
    );
  });

  it('contains each request once, in order, and settlements only of requests that were seen', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const seen = new Set<string>();
        let model = INITIAL;
        for (const one of messages) {
          model = reduce(model, one);
          instances(model).forEach((instanceId) => seen.add(instanceId));
          expect(new Set(ids(model)).size).toBe(ids(model).length);
          expect(new Set(endedInstances(model)).size).toBe(endedInstances(model).length);
          const orders = model.view.requests.map(({ order }) => order);
          expect(orders).toEqual(orders.toSorted((a, b) => a - b));
          expect(endedInstances(model).filter((instanceId) => !seen.has(instanceId))).toEqual([]);
          expect([...model.unresolvedIds].filter((id) => !ids(model).includes(id))).toEqual([]);
        }
      }),
    );
  });

  it('keeps every request that was seen, as pending or settled, unless it is dismissed', () => {
    fc.assert(
      fc.property(history, message, (messages, one) => {
        const before = run(messages);
        const after = reduce(before, one);
        const gone = before.view.requests.filter(({ request: { requestId } }) =>
          one.type === 'dismissed' ? requestId !== one.requestId : true,
        );
        const known = [...instances(after), ...endedInstances(after)];
        expect(gone.map(keyOf).filter((instanceId) => !known.includes(instanceId))).toEqual([]);
      }),
    );
  });

  it('is correct after one snapshot: other requests are marked as missing and looked up', () => {
    fc.assert(
      fc.property(history, requests, (messages, pending) => {
        const before = run(messages);
        const model = reduce(before, { type: 'snapshot', requests: pending, settlements: [] });
        const isHidden = (instanceId: string) =>
          before.settledInstances.has(instanceId) || model.dismissed.has(instanceId);
        const there = model.view.requests.filter((one) => !model.unresolvedIds.has(one.request.requestId));
        const told = pending.map(keyOf).filter((instanceId) => !isHidden(instanceId));
        expect(there.map(keyOf).toSorted()).toEqual(told.toSorted());
        for (const one of there) expect(pending).toContainEqual(one);
        const lookups = [...model.unresolvedIds].map((requestId): ClientAction => ({ type: 'found', requestId }));
        expect(instances(run(lookups, model)).toSorted()).toEqual(told.toSorted());
      }),
    );
  });

  it('does not change if the same message is repeated', () => {
    fc.assert(
      fc.property(history, message, (messages, one) => {
        const once = reduce(run(messages), one);
        const twice = reduce(once, structuredClone(one));
        expect(twice).toBe(once);
      }),
    );
  });

  it('keeps unchanged parts referentially stable', () => {
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

  it('marks a settlement as local exactly if the host marks it so', () => {
    fc.assert(
      fc.property(history, ending, (messages, told) => {
        const before = run(messages);
        const { instanceId } = told;
        const find = (model: ClientModel) => model.view.settled.find(({ request: one }) => keyOf(one) === instanceId);
        const model = reduce(before, { type: 'settled', settlement: told });
        const guessed = before.settledInstances.get(instanceId)?.phase === 'lost';
        if (before.settledInstances.has(instanceId) && !guessed) expect(model).toBe(before);
        else if (find(model)) expect(find(model)?.isLocal).toBe(told.own === true);
      }),
    );
  });
});

describe('the exchanges of a request [R-ASKBACK]', () => {
  it('are loaded again if the agent has left while they were loading', () => {
    const [waiting, failed] = (['waiting', 'failed'] as const).map((status) => ({
      ...{ key: 'k1', questionId: 'q1', text: 'Why?', status },
    }));
    const askBack = { offered: true, revision: 3, counts: { q1: 1 } };
    const left = { ...askBack, offered: false };
    const pending = { ...wireRequest('r1', 1), askBack };
    const { instanceId } = pending;
    const model = run([
      { type: 'pending', request: pending },
      { type: 'exchanges', instanceId, askBack: left, exchanges: [failed!] },
      { type: 'exchanges', instanceId, askBack, exchanges: [waiting!], isWhole: true },
    ]);
    expect(model.view.requests[0]?.askBack?.offered).toBe(false);
    expect(unloaded(model)).toHaveLength(1);
  });
});
