import { describe, expect, it } from 'vitest';
import { INITIAL, reduce, type ClientAction, type ClientModel } from '../../../src/host/client/state.js';
import type { WireSettlement } from '../../../src/host/wire.js';
import { wireEnding, wireRequest } from './helpers.js';

const ids = (model: ClientModel) => model.view.requests.map(({ request }) => request.requestId);
const endedIds = (model: ClientModel) => model.view.settled.map(({ request }) => request.request.requestId);
const run = (messages: readonly ClientAction[], from: ClientModel = INITIAL) => messages.reduce(reduce, from);

const pending = (id: string, order = 1, instance = 1): Extract<ClientAction, { type: 'pending' }> => ({
  type: 'pending',
  request: { ...wireRequest(id, order), instanceId: `${id}#${instance}` },
});

describe('the memory of a client [R-STATE]', () => {
  it('is bounded', () => {
    let model = INITIAL;
    for (let i = 0; i < 5_000; i++) {
      model = reduce(model, pending(`r${i}`, i));
      model = reduce(model, { type: 'settled', settlement: wireEnding(`r${i}`, { own: true }) });
    }
    expect(model.view.settled).toHaveLength(50);
    expect(endedIds(model).at(-1)).toBe('r4999');
    expect(model.settledInstances.size).toBe(2_000);
  });

  it('keeps a settled request if another one is dismissed', () => {
    const both = ['r1', 'r2'].flatMap((id): ClientAction[] => [
      pending(id),
      { type: 'settled', settlement: wireEnding(id) },
    ]);
    expect(endedIds(run(both))).toEqual(['r1', 'r2']);
    expect(endedIds(run([...both, { type: 'dismissed', requestId: 'r1' }]))).toEqual(['r2']);
  });

  it('hides a dismissed orphan until a caller waits for its answer again', () => {
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
    model = reduce(model, { type: 'snapshot', requests: [orphan], settlements: [] });
    expect(ids(model)).toEqual([]);
    expect(ids(reduce(model, pending('r1')))).toEqual(['r1']);
  });

  it('shows a request that was lost as pending again if the host reports it', () => {
    const lost = run([
      pending('r1'),
      { type: 'snapshot', requests: [], settlements: [] },
      { type: 'found', requestId: 'r1' },
    ]);
    expect([ids(lost), endedIds(lost)]).toEqual([[], ['r1']]);
    const again = reduce(lost, pending('r1'));
    expect([ids(again), endedIds(again)]).toEqual([['r1'], []]);
  });

  it('replaces an assumed result with the real one', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      { type: 'found', requestId: 'r1' },
      { type: 'settled', settlement: wireEnding('r1', { by: 'Ana' }) },
    ]);
    expect(model.view.settled.map(({ by, result }) => [by, result.status])).toEqual([['Ana', 'cancelled']]);
  });

  it('ignores a lookup that was made before a newer event', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      pending('r1'),
      { type: 'found', requestId: 'r1' },
    ]);
    expect(ids(model)).toEqual(['r1']);
  });
});

describe('another instance of a request id [R-STATE] [R-INSTANCE]', () => {
  const settled = (given: Partial<WireSettlement> = {}): ClientAction => ({
    type: 'settled',
    settlement: wireEnding('r1', given),
  });
  const short = ({ view }: ClientModel) => ({
    requests: view.requests.map(({ instanceId }) => instanceId),
    endings: view.settled.map(({ request, result, by }) => `${request.instanceId} ${result.status} ${by ?? '-'}`),
  });

  it.each([
    ['after the store has evicted the first', 7],
    ['after a restart within the same millisecond', 1],
  ])('is pending, and the first one keeps its result: %s', (_name, order) => {
    const first = run([pending('r1'), settled({ by: 'Ana' })]);
    const ended = 'r1#1 cancelled Ana';
    const event = reduce(first, pending('r1', order, 2));
    expect(short(event)).toEqual({ requests: ['r1#2'], endings: [ended] });
    const { request } = pending('r1', order, 2);
    expect(short(reduce(first, { type: 'snapshot', requests: [request], settlements: [] }))).toEqual(short(event));
    // The first instance stays settled, even if a late event reports it as pending.
    expect(run([pending('r1'), settled()], event)).toBe(event);
    const both = reduce(event, settled({ instanceId: 'r1#2', by: 'Ben' }));
    expect(short(both)).toEqual({ requests: [], endings: [ended, 'r1#2 cancelled Ben'] });
    expect(short(reduce(both, { type: 'dismissed', requestId: 'r1' })).endings).toEqual([]);
  });

  it('settles the shown one as lost until the real result is received', () => {
    const model = run([pending('r1'), { type: 'over', requestId: 'r1' }, pending('r1', 1, 2)]);
    expect(short(model)).toEqual({ requests: ['r1#2'], endings: ['r1#1 connectionLost -'] });
    expect(model.unresolvedIds.size).toBe(0);
    expect(reduce(model, pending('r1'))).toBe(model);
    const told = reduce(model, settled({ by: 'Ana' }));
    expect(short(told)).toEqual({ requests: ['r1#2'], endings: ['r1#1 cancelled Ana'] });
    expect(reduce(told, settled({ by: 'Ben' }))).toBe(told);
    // That does not show whether the second instance is still pending.
    const vanished = run([{ type: 'over', requestId: 'r1' }, settled({ by: 'Ana' })], model);
    expect([...vanished.unresolvedIds]).toEqual(['r1']);
  });

  it('that was settled before it was seen settles the first one as lost, without further lookups', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      { type: 'found', requestId: 'r1', settlement: wireEnding('r1', { instanceId: 'r1#2' }) },
    ]);
    expect(short(model)).toEqual({ requests: [], endings: ['r1#1 connectionLost -'] });
    expect(model.unresolvedIds.size).toBe(0);
    expect(reduce(model, pending('r1', 1, 2))).toBe(model);
  });

  it('is not settled by a late snapshot that contains only the first one', () => {
    const before = run([pending('r1'), settled(), pending('r1', 1, 2)]);
    const model = reduce(before, { type: 'snapshot', requests: [wireRequest('r1', 1)], settlements: [] });
    expect(model.view).toBe(before.view);
    expect([...model.unresolvedIds]).toEqual(['r1']);
  });

  it('is shown as orphaned even if the first one was dismissed', () => {
    const orphan = (instance: number): ClientAction => ({
      type: 'pending',
      request: { ...wireRequest('r1', 1, 'orphaned'), instanceId: `r1#${instance}` },
    });
    const model = run([orphan(1), { type: 'dismissed', requestId: 'r1' }, orphan(1)]);
    expect(ids(model)).toEqual([]);
    expect(short(reduce(model, orphan(2))).requests).toEqual(['r1#2']);
  });
});
