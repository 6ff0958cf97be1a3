// What may happen to a request, as pure functions. Every store has these rules, because it knows none.
import type { AskBackData, LeaseMs, RequestInstance, RequestState, Settlement } from './types.js';

/** Later than any time. */
export const NEVER = Number.MAX_SAFE_INTEGER;
/** A process that has been dead for longer no longer counts as waiting once another one attaches. */
const FORGOTTEN_MS = 3_600_000;

/** The settlement of a request that was opened with a `callback`, until the callback has acknowledged it. */
export interface Delivery {
  /** Number of times that it was taken since it was settled or retried. Released attempts do not count. */
  readonly attempts: number;
  /** Random UUID of the call that has taken it. */
  readonly claim?: string | undefined;
  /** Time at which it can be taken: when it is due or its claim expires. `NEVER` if it is parked until `retry`. */
  readonly dueAt: number;
  /** Message of the last error. */
  readonly error?: string | undefined;
}

/** Value of the record of a request. Its times are those of the store's clock, except `askedAt` and `settledAt`. */
export interface RequestData {
  /** What never changes. */
  readonly opened: Omit<RequestInstance, 'order'>;
  readonly lease: {
    readonly ms: LeaseMs;
    /** Time from which the lease counts, unless a waiter lives longer. */
    readonly from: number;
    /** Random UUIDs of the brokers that wait for the request. */
    readonly waiters: readonly string[];
    /** Those of them that can reply to a question of the user. Absent if none ever could. */
    readonly repliers?: readonly string[] | undefined;
  };
  readonly askBack?: AskBackData | undefined;
  readonly settlement?: Settlement | undefined;
  readonly endedAt?: number | undefined;
  readonly delivery?: Delivery | undefined;
}

/**
 * The next step of a settlement that was taken:
 *
 * - `held`: It stays with its taker for `forMs` milliseconds from now.
 * - `delivered`: The callback has acknowledged it.
 * - `due`: Any process can take it after `inMs` milliseconds.
 * - `released`: Any process can take it at once, and this attempt does not count.
 * - `parked`: It waits for `retry`.
 */
export type NextStep =
  | { readonly state: 'held'; readonly forMs: number }
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly inMs: number; readonly error: string }
  | { readonly state: 'released' }
  | { readonly state: 'parked'; readonly error: string };

/** What can happen to a request. */
export type RequestEvent =
  /** An owner waits. The lease starts again. Without `leaseMs`, its length stays the same. */
  | {
      readonly type: 'attach';
      readonly owner: string;
      readonly leaseMs?: LeaseMs | undefined;
      /** Whether the owner can reply to questions of the user from now on. By default, that stays as it is. */
      readonly replies?: boolean | undefined;
    }
  | SettleEvent
  /** The agent went on without the settlement of this instance. */
  | { readonly type: 'unreached'; readonly instanceId: string }
  | { readonly type: 'take'; readonly claim: string; readonly claimMs: number }
  | { readonly type: 'step'; readonly claim: string; readonly next: NextStep }
  /** A parked settlement becomes due, with 0 attempts. */
  | { readonly type: 'retry' };

export interface SettleEvent {
  readonly type: 'settle';
  readonly settlement: Settlement;
  /** Whether an orphaned request is settled, too. @default false */
  readonly orphaned?: boolean | undefined;
  /** Instance to settle. Defaults to the stored one. */
  readonly instanceId?: string | undefined;
  /**
   * Owner that stops waiting. The request is settled only if this owner waited for it, no other living one does, and its
   * agent waits.
   */
  readonly leaver?: string | undefined;
}

/** What a rule knows about the time. */
export interface Moment {
  /** Time by the store's clock. */
  readonly now: number;
  /** Returns the time at which an owner is considered dead; `-Infinity` if it is unknown. */
  readonly aliveUntil: (owner: string) => number;
}

/** Returns the time at which the lease of a pending request ends. */
export const leaseEnd = ({ lease: { ms, from, waiters } }: RequestData, { aliveUntil }: Moment): number =>
  ms === 'none' ? Infinity : Math.max(from, ...waiters.map(aliveUntil)) + ms;

export function stateOf(data: RequestData, moment: Moment): RequestState {
  if (data.settlement) return 'settled';
  return leaseEnd(data, moment) <= moment.now ? 'orphaned' : 'awaiting_user_response';
}

/** Whether an agent waits for a pending request that was opened for one that does not. */
export const isAwaited = ({ opened, lease, settlement }: RequestData, { now, aliveUntil }: Moment): boolean =>
  opened.request.blocking === false && !settlement && lease.waiters.some((one) => aliveUntil(one) > now);

/** Returns the request after the event, or `undefined` if the event is refused. */
export function applyEvent(data: RequestData, event: RequestEvent, moment: Moment): RequestData | undefined {
  switch (event.type) {
    case 'attach':
      return attach(data, event, moment);
    case 'settle':
      return settle(data, event, moment);
    case 'unreached': {
      const { settlement, opened } = data;
      if (opened.instanceId !== event.instanceId || !settlement || settlement.reached === false) return undefined;
      return { ...data, settlement: { ...settlement, reached: false } };
    }
    case 'take': {
      const { delivery } = data;
      if (!delivery || delivery.dueAt > moment.now) return undefined;
      const { claim, claimMs } = event;
      return {
        ...data,
        delivery: { ...delivery, claim, dueAt: moment.now + claimMs, attempts: delivery.attempts + 1 },
      };
    }
    case 'step': {
      const { delivery } = data;
      return delivery?.claim === event.claim ? { ...data, delivery: after(delivery, event.next, moment) } : undefined;
    }
    case 'retry':
      return data.delivery?.dueAt === NEVER
        ? { ...data, delivery: { ...data.delivery, attempts: 0, dueAt: moment.now } }
        : undefined;
  }
}

function attach(
  data: RequestData,
  { owner, leaseMs, replies }: Extract<RequestEvent, { type: 'attach' }>,
  { now, aliveUntil }: Moment,
): RequestData | undefined {
  if (data.settlement) return undefined;
  // Otherwise, a process that restarts repeatedly would fill the record.
  const others = data.lease.waiters.filter((one) => one !== owner && aliveUntil(one) > now - FORGOTTEN_MS);
  // A request whose agent does not wait stays, also if a call waits for it meanwhile.
  const ms = data.opened.request.blocking === false ? data.lease.ms : (leaseMs ?? data.lease.ms);
  const waiters = [...others, owner];
  const { repliers = replies ? [] : undefined } = data.lease;
  const isReplier = (one: string) => (one === owner && replies !== undefined ? replies : repliers?.includes(one));
  const replying = repliers && waiters.filter(isReplier);
  return { ...data, lease: { ms, from: now, waiters, ...(replying && { repliers: replying }) } };
}

function settle(data: RequestData, event: SettleEvent, moment: Moment): RequestData | undefined {
  const { instanceId } = data.opened;
  const { settlement, orphaned = false, leaver } = event;
  if (data.settlement || (event.instanceId ?? instanceId) !== instanceId) return undefined;
  if (!orphaned && stateOf(data, moment) === 'orphaned') return undefined;
  if (leaver !== undefined) {
    if (!data.lease.waiters.includes(leaver)) return undefined;
    const others = data.lease.waiters.filter((one) => one !== leaver);
    const isWanted =
      data.opened.request.blocking === false || others.some((one) => moment.aliveUntil(one) > moment.now);
    if (isWanted) {
      const { repliers } = data.lease;
      const left = repliers && { repliers: repliers.filter((one) => one !== leaver) };
      return { ...data, lease: { ...data.lease, waiters: others, ...left } };
    }
  }
  const settled = { ...data, settlement, endedAt: moment.now };
  return data.opened.callback === undefined ? settled : { ...settled, delivery: { attempts: 0, dueAt: moment.now } };
}

function after({ attempts, claim, error }: Delivery, next: NextStep, { now }: Moment): Delivery | undefined {
  switch (next.state) {
    case 'held':
      return { attempts, claim, dueAt: now + next.forMs, error };
    case 'delivered':
      return undefined;
    case 'due':
      return { attempts, dueAt: now + next.inMs, error: next.error };
    case 'released':
      return { attempts: attempts - 1, dueAt: now, error };
    case 'parked':
      return { attempts, dueAt: NEVER, error: next.error };
  }
}

/** Name of the list of the pending requests. */
export const PENDING = 'pending';
/** Name of the list of the requests that are kept only for a while. */
export const ENDED = 'ended';
/** Name of the list of the settlements whose callback is no longer called. */
export const PARKED = 'parked';
/** Returns the name of the list of the settlements that wait for a callback. */
export const dueFor = (callback: string): string => `due ${callback}`;

/** Returns where a store lists the request. */
export function placeOf(data: RequestData): { readonly list: string; readonly at: number } {
  const { opened, lease, delivery, endedAt = 0 } = data;
  if (!data.settlement) return { list: PENDING, at: lease.ms === 'none' ? NEVER : lease.from + lease.ms };
  if (!delivery) return { list: ENDED, at: endedAt };
  return { list: delivery.dueAt === NEVER ? PARKED : dueFor(opened.callback ?? ''), at: delivery.dueAt };
}

/** Returns whether other processes need to learn of the event: it changes what users or agents see. */
export const isVisible = ({ type }: RequestEvent): boolean => type !== 'take' && type !== 'step';
