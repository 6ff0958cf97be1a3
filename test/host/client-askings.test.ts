import { describe, expect, it } from 'vitest';
import { INITIAL, reduce, type Message, type Model } from '../../src/host/client/state.js';
import type { WireEnding } from '../../src/host/index.js';
import { wireEnding, wireRequest } from './client-helpers.js';

const ids = (model: Model) => model.view.requests.map(({ request }) => request.requestId);
const endedIds = (model: Model) => model.view.endings.map(({ request }) => request.request.requestId);
const run = (messages: readonly Message[], from: Model = INITIAL) => messages.reduce(reduce, from);

const pending = (id: string, order = 1, askedAt = 1): Message => ({
  type: 'pending',
  request: { ...wireRequest(id, order), askedAt },
});

describe('[R-STATE] what a client remembers', () => {
  it('is bounded', () => {
    let model = INITIAL;
    for (let i = 0; i < 5_000; i++) {
      model = reduce(model, pending(`r${i}`, i));
      model = reduce(model, { type: 'settled', ending: wireEnding(`r${i}`, { own: true }) });
    }
    expect(model.view.endings).toHaveLength(50);
    expect(endedIds(model).at(-1)).toBe('r4999');
    expect(model.over.size).toBe(2_000);
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

  it('takes a question that the host had lost for pending again, when the host has found it', () => {
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

describe('[R-STATE] an id that is asked anew is another question', () => {
  const settled = (given: Partial<WireEnding> = {}): Message => ({ type: 'settled', ending: wireEnding('r1', given) });
  const short = ({ view }: Model) => ({
    requests: view.requests.map(({ request, order, askedAt }) => `${request.requestId} ${order} ${askedAt}`),
    endings: view.endings.map(
      ({ request: { order, askedAt, request }, result, by }) =>
        `${request.requestId} ${order} ${askedAt} ${result.status} ${by ?? '-'}`,
    ),
  });

  it.each([
    ['by a store that forgot it', 7, 1],
    ['by a host that was started anew', 1, 2],
  ])('%s: it is pending, and the ending of the first stands', (_name, order, askedAt) => {
    const first = run([pending('r1'), settled({ by: 'Ana' })]);
    const asked = [`r1 ${order} ${askedAt}`];
    const ended = 'r1 1 1 cancelled Ana';
    const event = reduce(first, pending('r1', order, askedAt));
    expect(short(event)).toEqual({ requests: asked, endings: [ended] });
    const { request } = pending('r1', order, askedAt) as Extract<Message, { type: 'pending' }>;
    expect(short(reduce(first, { type: 'snapshot', requests: [request], endings: [] }))).toEqual(short(event));
    // The first stays ended, whatever is told late.
    expect(run([pending('r1'), settled()], event)).toBe(event);
    const both = reduce(event, settled({ order, askedAt, by: 'Ben' }));
    expect(short(both)).toEqual({ requests: [], endings: [ended, `r1 ${order} ${askedAt} cancelled Ben`] });
    expect(short(reduce(both, { type: 'dismissed', requestId: 'r1' })).endings).toEqual([]);
  });

  it('while the first is shown: that is lost, until it is told how it ended', () => {
    const model = run([pending('r1'), { type: 'over', requestId: 'r1' }, pending('r1', 1, 2)]);
    expect(short(model)).toEqual({ requests: ['r1 1 2'], endings: ['r1 1 1 connectionLost -'] });
    expect(model.missing.size).toBe(0);
    expect(reduce(model, pending('r1'))).toBe(model);
    const told = reduce(model, settled({ by: 'Ana' }));
    expect(short(told)).toEqual({ requests: ['r1 1 2'], endings: ['r1 1 1 cancelled Ana'] });
    expect(reduce(told, settled({ by: 'Ben' }))).toBe(told);
    // It is known no better by that whether the second is still pending.
    const vanished = run([{ type: 'over', requestId: 'r1' }, settled({ by: 'Ana' })], model);
    expect([...vanished.missing]).toEqual(['r1']);
  });

  it('and has ended before it was seen: the first is lost, and not looked up for ever', () => {
    const model = run([
      pending('r1'),
      { type: 'over', requestId: 'r1' },
      { type: 'found', requestId: 'r1', ending: wireEnding('r1', { askedAt: 2 }) },
    ]);
    expect(short(model)).toEqual({ requests: [], endings: ['r1 1 1 connectionLost -'] });
    expect(model.missing.size).toBe(0);
    expect(reduce(model, pending('r1', 1, 2))).toBe(model);
  });

  it('a late snapshot with the first alone does not end the second', () => {
    const before = run([pending('r1'), settled(), pending('r1', 1, 2)]);
    const model = reduce(before, { type: 'snapshot', requests: [wireRequest('r1', 1)], endings: [] });
    expect(model.view).toBe(before.view);
    expect([...model.missing]).toEqual(['r1']);
  });

  it('and orphaned is shown, though the first was dismissed', () => {
    const orphan = (askedAt: number): Message => ({
      type: 'pending',
      request: { ...wireRequest('r1', 1, 'orphaned'), askedAt },
    });
    const model = run([orphan(1), { type: 'dismissed', requestId: 'r1' }, orphan(1)]);
    expect(ids(model)).toEqual([]);
    expect(short(reduce(model, orphan(2))).requests).toEqual(['r1 1 2']);
  });

  it('a host that does not say which asking has ended means the one that is shown, or the last', () => {
    const { order: _order, askedAt: _askedAt, ...bare } = wireEnding('r1', { by: 'Ana' });
    const told = { type: 'settled', ending: bare as WireEnding } as const;
    const model = run([pending('r1'), settled(), pending('r1', 1, 2), told]);
    expect(short(model)).toEqual({ requests: [], endings: ['r1 1 1 cancelled -', 'r1 1 2 cancelled Ana'] });
    expect(run([told, pending('r1', 1, 2)], model)).toBe(model);
    expect(ids(run([told, pending('r1')]))).toEqual(['r1']);
    const lost: readonly Message[] = [
      { type: 'over', requestId: 'r1' },
      { type: 'found', requestId: 'r1' },
    ];
    const guessed = run([pending('r1'), settled(), pending('r1', 1, 2), ...lost, told]);
    expect(short(guessed).endings).toEqual(['r1 1 1 cancelled -', 'r1 1 2 cancelled Ana']);
  });
});
