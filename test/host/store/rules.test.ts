import { describe, expect, it } from 'vitest';
import {
  applyEvent,
  NEVER,
  placeOf,
  stateOf,
  type Moment,
  type NextStep,
  type RequestData,
  type RequestEvent,
} from '../../../src/host/store/rules.js';
import { asked, endedBy } from './setup.js';

const NOW = 1_000_000;
/** The process of `alive` lives, that of `dead` has been dead for a second, and that of `gone` for two hours. */
const LIVES: Readonly<Record<string, number>> = { alive: NOW + 1, dead: NOW - 1_000, gone: NOW - 7_200_000 };
const at: Moment = { now: NOW, aliveUntil: (owner) => LIVES[owner] ?? -Infinity };

const pending = (lease: Partial<RequestData['lease']> = {}): RequestData => ({
  opened: { ...asked('r1'), instanceId: 'i1' },
  lease: { ms: 100, from: NOW, waiters: [], ...lease },
});
const ORPHANED = pending({ from: NOW - 100 });
const SETTLED: RequestData = { ...pending(), settlement: endedBy('Ana'), endedAt: NOW - 1 };
const opened = { ...SETTLED.opened, callback: 'resume' };
const DUE: RequestData = { ...SETTLED, opened, delivery: { attempts: 0, dueAt: NOW } };
const TAKEN: RequestData = { ...DUE, delivery: { attempts: 2, claim: 'c1', dueAt: NOW + 9, error: 'Busy' } };
const PARKED: RequestData = { ...DUE, delivery: { attempts: 3, dueAt: NEVER, error: 'No route' } };

const settle = (more: object = {}): RequestEvent => ({ type: 'settle', settlement: endedBy('Ben'), ...more });
const step = (next: NextStep, claim = 'c1'): RequestEvent => ({ type: 'step', claim, next });
const after = (data: RequestData, event: RequestEvent) => applyEvent(data, event, at);

describe('a pending request [R-LEASE]', () => {
  it.each<[string, RequestData, string]>([
    ['within its lease', pending(), 'awaiting_user_response'],
    ['at the end of its lease', ORPHANED, 'orphaned'],
    ['without a limit', pending({ ms: 'none', from: 0 }), 'awaiting_user_response'],
    ['with a living waiter', pending({ from: 0, waiters: ['dead', 'alive'] }), 'awaiting_user_response'],
    [
      'whose last waiter died within the lease',
      pending({ ms: 1_001, from: 0, waiters: ['dead'] }),
      'awaiting_user_response',
    ],
    ['whose last waiter died before that', pending({ ms: 1_000, from: 0, waiters: ['dead', 'unknown'] }), 'orphaned'],
  ])('%s', (_, data, state) => {
    expect(stateOf(data, at)).toBe(state);
  });

  it('starts its lease again for one that attaches, and forgets those who died long ago', () => {
    const waited = pending({ from: 1, waiters: ['gone', 'dead', 'alive', 'new', 'unknown'] });
    expect(after(waited, { type: 'attach', owner: 'new' })?.lease).toEqual({
      ms: 100,
      from: NOW,
      waiters: ['dead', 'alive', 'new'],
    });
    expect(after(ORPHANED, { type: 'attach', owner: 'new', leaseMs: 'none' })?.lease.ms).toBe('none');
    expect(after(SETTLED, { type: 'attach', owner: 'new' })).toBeUndefined();
  });

  it.each<[string, RequestData, object, 'settled' | 'left' | 'refused']>([
    ['', pending(), {}, 'settled'],
    ['of the instance', pending(), { instanceId: 'i1' }, 'settled'],
    ['of another instance', pending(), { instanceId: 'i0' }, 'refused'],
    ['of an orphan', ORPHANED, {}, 'refused'],
    ['of an orphan that may be one', ORPHANED, { orphaned: true }, 'settled'],
    ['of a settled request', SETTLED, { orphaned: true }, 'refused'],
    ['by one who leaves and did not wait', pending(), { leaver: 'alive' }, 'refused'],
    ['by the only one who waits', pending({ waiters: ['alive'] }), { leaver: 'alive' }, 'settled'],
    ['by one who leaves the dead', pending({ waiters: ['new', 'dead'] }), { leaver: 'new' }, 'settled'],
    ['by one who leaves the living', pending({ waiters: ['new', 'alive'] }), { leaver: 'new' }, 'left'],
  ])('is settled%s', (_, data, options, outcome) => {
    const next = after(data, settle(options));
    if (outcome === 'refused') expect(next).toBeUndefined();
    else if (outcome === 'left') expect(next).toEqual({ ...data, lease: { ...data.lease, waiters: ['alive'] } });
    else expect(next).toEqual({ ...data, settlement: endedBy('Ben'), endedAt: NOW });
  });
});

describe('a settled request [R-DETACHED]', () => {
  it('is due for its callback in the write that settles it', () => {
    expect(after({ ...pending(), opened }, settle())?.delivery).toEqual({ attempts: 0, dueAt: NOW });
  });

  it('is noted once as not reached', () => {
    const event = { type: 'unreached', instanceId: 'i1' } as const;
    const noted = after(TAKEN, event)!;
    expect(noted).toEqual({ ...TAKEN, settlement: { ...endedBy('Ana'), reached: false } });
    expect(after(noted, event)).toBeUndefined();
    expect(after(TAKEN, { ...event, instanceId: 'i0' })).toBeUndefined();
    expect(after(pending(), event)).toBeUndefined();
  });

  it('is taken when it is due or its claim has expired, and not while it is held or parked', () => {
    const take = { type: 'take', claim: 'c2', claimMs: 5 } as const;
    expect(after(DUE, take)?.delivery).toEqual({ attempts: 1, claim: 'c2', dueAt: NOW + 5 });
    const expired: RequestData = { ...TAKEN, delivery: { ...TAKEN.delivery!, dueAt: NOW } };
    expect(after(expired, take)?.delivery).toEqual({ attempts: 3, claim: 'c2', dueAt: NOW + 5, error: 'Busy' });
    for (const data of [TAKEN, PARKED, SETTLED, pending()]) expect(after(data, take)).toBeUndefined();
  });

  it.each<[NextStep, RequestData['delivery'], string]>([
    [{ state: 'held', forMs: 7 }, { attempts: 2, claim: 'c1', dueAt: NOW + 7, error: 'Busy' }, 'due resume'],
    [{ state: 'delivered' }, undefined, 'ended'],
    [{ state: 'due', inMs: 3, error: 'Gone' }, { attempts: 2, dueAt: NOW + 3, error: 'Gone' }, 'due resume'],
    [{ state: 'released' }, { attempts: 1, dueAt: NOW, error: 'Busy' }, 'due resume'],
    [{ state: 'parked', error: 'Gone' }, { attempts: 2, dueAt: NEVER, error: 'Gone' }, 'parked'],
  ])('takes the next step %j of its taker, and of no other', (next, delivery, list) => {
    const stepped = after(TAKEN, step(next))!;
    expect(stepped).toEqual({ ...TAKEN, delivery });
    expect(placeOf(stepped).list).toBe(list);
    for (const data of [TAKEN, DUE, PARKED, SETTLED, pending()]) expect(after(data, step(next, 'c0'))).toBeUndefined();
  });

  it('is due again if it is parked and retried', () => {
    expect(after(PARKED, { type: 'retry' })?.delivery).toEqual({ attempts: 0, dueAt: NOW, error: 'No route' });
    for (const data of [TAKEN, DUE, SETTLED, pending()]) expect(after(data, { type: 'retry' })).toBeUndefined();
  });
});

it.each<[RequestData, ReturnType<typeof placeOf>]>([
  [pending(), { list: 'pending', at: NOW + 100 }],
  [pending({ ms: 'none' }), { list: 'pending', at: NEVER }],
  [SETTLED, { list: 'ended', at: NOW - 1 }],
  [DUE, { list: 'due resume', at: NOW }],
  [PARKED, { list: 'parked', at: NEVER }],
])('a request is in one list (%#)', (data, place) => {
  expect(placeOf(data)).toEqual(place);
});
