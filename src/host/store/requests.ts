import { safely } from '../guard.js';
import { change, read, toRecord, type Change, type Seen } from './change.js';
import { createPresence } from './presence.js';
import { createProcesses } from './processes.js';
import { createPurge, forgetConversation } from './purge.js';
import { applyExchange, askBackState, exchangesOf, hasBegun, isExchangeEvent, refuseExchange } from './exchanges.js';
import type { AskBackIssue, ExchangeEvent } from './exchanges.js';
import { dataOf, REQUEST, toChange, type RequestValue } from './request-record.js';
import { applyEvent, dueFor, isAwaited, isVisible, PARKED, PENDING, placeOf, stateOf } from './rules.js';
import type { NextStep, RequestData, RequestEvent, SettleEvent } from './rules.js';
import type {
  Found,
  LeaseMs,
  NewRequest,
  RequestStore,
  Settlement,
  StoredExchange,
  StoredRecord,
  StoredRequest,
} from './types.js';

/** A settled request. */
export interface SettledStoredRequest extends StoredRequest {
  readonly state: 'settled';
  readonly settlement: Settlement;
}

/** A settlement that one process has taken for the callback of its request. */
export interface TakenSettlement {
  readonly settled: SettledStoredRequest;
  /** Number of times that it was taken since it was settled or retried, from 1. Released attempts do not count. */
  readonly attempt: number;
}

/** A settlement that is no longer delivered, because all attempts of its callback failed. It stays so until `retry`. */
export interface ParkedSettlement {
  readonly settled: SettledStoredRequest;
  readonly attempts: number;
  /** Message of the last error. */
  readonly error: string;
}

/** Lease of a new request. */
export interface Lease {
  /**
   * The lease starts when the request is opened, and again at each `attach`. While processes wait for the request, it
   * starts when the last of them is considered dead.
   */
  readonly leaseMs: LeaseMs;
  /** Random UUID of the broker that waits for the request. Absent if no caller waits. */
  readonly owner?: string | undefined;
  /** Whether that broker can reply to questions of the user. @default false */
  readonly replies?: boolean | undefined;
}

/** Options of `take`. */
export interface TakeOptions {
  /** Random UUID that identifies this call. */
  readonly claim: string;
  /** Duration of the claim, in milliseconds. */
  readonly claimMs: number;
  /** Maximum number of settlements to take. */
  readonly limit: number;
}

interface Still {
  /** Called directly before the write, which does not happen if it returns \`false\`. */
  readonly isStill?: (() => boolean) | undefined;
}

/** Conditions of \`settle\`. */
export interface SettleConditions extends Omit<SettleEvent, 'type' | 'settlement'>, Still {}

type AttachOptions = Omit<Extract<RequestEvent, { type: 'attach' }>, 'type'> & Still;

/** The requests of a store, by the rules. */
export type Requests = ReturnType<typeof createRequests>;

/** A record as a request. */
interface View extends Seen {
  readonly record: StoredRecord;
  readonly data: RequestData;
  now: number;
  stored?: StoredRequest;
}

/** A store in memory returns the same record until it changes. */
const views = new WeakMap<StoredRecord, View>();
/** From where requests were read, so that a write needs no second read. */
const sources = new WeakMap<StoredRequest, View>();

function viewOf(record: StoredRecord, now: number): View {
  const known = views.get(record);
  if (known) {
    known.now = now;
    return known;
  }
  const view = { record, data: dataOf(record), now };
  views.set(record, view);
  return view;
}

/** All methods are safe to retry. */
export function createRequests(store: RequestStore, onError: (error: unknown) => void) {
  const processes = createProcesses(store);
  const report = safely(onError);
  const reported = new Set<string>();
  let longestMs = 0;

  /** Returns a lease that the store has: one that is not durable ends with its process. */
  function leaseOf(leaseMs: LeaseMs): LeaseMs {
    const ms = store.durable ? leaseMs : 'none';
    if (ms !== 'none') longestMs = Math.max(longestMs, ms);
    return ms;
  }

  const momentAt = (now: number) => ({ now, aliveUntil: processes.aliveUntil });

  /**
   * Reads the beats of those who wait, if the lease would be over without them or if the agent did not wait at first, and
   * of those who can reply.
   */
  async function learnOf(all: readonly View[]): Promise<void> {
    if (!store.durable) return;
    const owners = all.flatMap(({ data, now }) => {
      if (data.settlement) return [];
      const { waiters, repliers = [] } = data.lease;
      const isDecided = data.opened.request.blocking !== false && stateOf(data, momentAt(now)) !== 'orphaned';
      return isDecided ? repliers : waiters;
    });
    if (owners.length > 0) await processes.learn(owners);
  }

  function toStored(view: View): StoredRequest {
    const { data, now, record } = view;
    const moment = momentAt(now);
    const state = stateOf(data, moment);
    const askBack = askBackState(data, moment);
    const awaited = isAwaited(data, moment) || undefined;
    const before = view.stored;
    if (before?.state === state && before.askBack?.offered === askBack?.offered && before.awaited === awaited)
      return before;
    const { opened, settlement } = data;
    view.stored = {
      ...opened,
      state,
      order: record.order,
      ...(askBack && { askBack }),
      ...(awaited && { awaited }),
      ...(settlement && { settlement }),
    };
    sources.set(view.stored, view);
    return view.stored;
  }

  /** Skips records that cannot be read, and reports each of them once. */
  async function viewAll({ records, now }: Found): Promise<readonly View[]> {
    const all: View[] = [];
    for (const record of records) {
      try {
        all.push(viewOf(record, now));
      } catch (error) {
        if (!reported.has(record.id)) report(error);
        reported.add(record.id);
      }
    }
    await learnOf(all);
    return all.sort((a, b) => a.record.order - b.record.order);
  }

  async function get(requestId: string): Promise<StoredRequest | undefined> {
    const { now, record } = await read(store, { kind: REQUEST, id: requestId });
    if (!record) return undefined;
    const view = viewOf(record, now);
    await learnOf([view]);
    return toStored(view);
  }

  /** Returns the request after the event, or `undefined` if it was refused. */
  async function happen(
    requestId: string,
    event: RequestEvent | ExchangeEvent,
    known?: Seen,
    isStill: () => boolean = () => true,
  ): Promise<RequestData | undefined> {
    let result: RequestData | undefined;
    const next = async ({ now, record }: Seen): Promise<Change | undefined> => {
      if (!record) return undefined;
      const view = viewOf(record, now);
      const { data } = view;
      // Whether others wait decides these events, so it must not be outdated.
      if (event.type === 'attach' || (event.type === 'settle' && event.leaver !== undefined))
        await processes.learn(data.lease.waiters);
      else await learnOf([view]);
      const moment = momentAt(now);
      const isExchange = isExchangeEvent(event);
      result = isExchange
        ? applyExchange(data, event, moment)
        : isStill()
          ? applyEvent(data, event, moment)
          : undefined;
      // That an exchange is taken changes nothing that a user sees.
      return result && toChange(result, isExchange ? event.type !== 'takeExchange' : isVisible(event));
    };
    const isWritten = await change(store, { kind: REQUEST, id: requestId }, next, known);
    return isWritten ? result : undefined;
  }

  const seenOf = (known: StoredRequest | undefined) => known && sources.get(known);

  async function deliveriesOf(found: Found) {
    const all = await viewAll(found);
    return all.flatMap((view) => {
      const { delivery } = view.data;
      return delivery ? [{ settled: toStored(view) as SettledStoredRequest, delivery, view }] : [];
    });
  }

  return {
    durable: store.durable,
    /** Stores a new request, or returns the existing one with this id, unchanged. */
    async open(asked: NewRequest, { leaseMs, owner, replies }: Lease): Promise<StoredRequest | undefined> {
      const { conversationId, request, askedAt } = asked;
      const ms = leaseOf(leaseMs);
      const waiters = owner === undefined ? [] : [owner];
      const lease = { ms, waiters, ...(replies && { repliers: waiters }), ...(ms === 'none' && { from: 0 }) };
      const value: RequestValue = { opened: { ...asked, instanceId: crypto.randomUUID() }, lease };
      // The clock of the node only decides when `purge` first looks at the request.
      const { at, list } = placeOf({ ...value, lease: { from: askedAt, ...lease } });
      const record = toRecord({ kind: REQUEST, id: request.requestId }, { list, at, conversationId, value });
      // Insert again if the existing request is deleted before it is read.
      for (;;) {
        const { written } = await store.insert(record, true);
        if (written) return undefined;
        const there = await get(request.requestId);
        if (there) return there;
      }
    },
    get,
    /** Returns the pending requests of these conversations, or of all, in opening order. */
    async list(conversationIds?: readonly string[]): Promise<readonly StoredRequest[]> {
      if (conversationIds?.length === 0) return [];
      return (await viewAll(await store.list(REQUEST, PENDING, conversationIds))).map(toStored);
    },
    /** Returns `undefined` if the store cannot tell what has changed since the cursor. */
    async changes(cursor?: string, conversationIds?: readonly string[]) {
      const found = await store.changes?.(cursor, conversationIds);
      return found && { ...found, changed: (await viewAll(found)).map(toStored) };
    },
    /**
     * Settles a request. Returns `true` to at most one caller across all nodes.
     *
     * @param known - The request as it was read before. By default, it is read.
     */
    async settle(
      requestId: string,
      settlement: Settlement,
      { isStill, ...conditions }: SettleConditions = {},
      known?: StoredRequest,
    ): Promise<boolean> {
      const event = { type: 'settle', settlement, ...conditions } as const;
      return (await happen(requestId, event, seenOf(known), isStill))?.settlement !== undefined;
    },
    async unreached(requestId: string, instanceId: string): Promise<void> {
      await happen(requestId, { type: 'unreached', instanceId });
    },
    async attach(
      requestId: string,
      { owner, leaseMs, replies, isStill }: AttachOptions,
      known?: StoredRequest,
    ): Promise<void> {
      const ms = leaseMs === undefined ? undefined : leaseOf(leaseMs);
      const data = await happen(requestId, { type: 'attach', owner, leaseMs: ms, replies }, seenOf(known), isStill);
      // The beats of this process count for that lease, too.
      if (data) leaseOf(data.lease.ms);
    },
    /** Returns the exchanges of a request that was read here, as the store has them. */
    exchanges: (stored: StoredRequest): readonly StoredExchange[] => {
      const view = sources.get(stored);
      return view ? exchangesOf(view.data) : [];
    },
    /** Begins an exchange. Returns why it was refused, if it was; a repetition is not refused. */
    async askBack(
      requestId: string,
      { instanceId, asked }: Omit<Extract<ExchangeEvent, { type: 'askBack' }>, 'type'>,
    ): Promise<AskBackIssue | undefined> {
      for (;;) {
        if (await happen(requestId, { type: 'askBack', instanceId, asked })) return undefined;
        const { now, record } = await read(store, { kind: REQUEST, id: requestId });
        if (!record) return 'unknown';
        const view = viewOf(record, now);
        await learnOf([view]);
        if (view.data.opened.instanceId !== instanceId) return 'unknown';
        const refused = refuseExchange(view.data, asked, momentAt(now));
        // Unless it has begun, what refused it has ended since, so it can begin now.
        if (refused || hasBegun(view.data, asked.key)) return refused;
      }
    },
    /** Returns whether this replier may reply to the exchange. At most one may across all nodes, while it lives. */
    async takeExchange(requestId: string, key: string, replier: string): Promise<boolean> {
      return (await happen(requestId, { type: 'takeExchange', key, replier })) !== undefined;
    },
    /** Ends an exchange with its reply, or without one. Has no effect if another replier has taken it. */
    async endExchange(requestId: string, key: string, replier: string, reply: string | undefined): Promise<void> {
      await happen(requestId, { type: 'endExchange', key, replier, reply });
    },
    async beat(owner: string, aliveMs: number): Promise<void> {
      if (store.durable) await processes.beat(owner, aliveMs, longestMs);
    },
    /**
     * Takes at most `limit` settlements that are due for this callback, first those that are due for longest. Reports
     * the error of one that the store failed to take.
     */
    async take(callback: string, { claim, claimMs, limit }: TakeOptions): Promise<readonly TakenSettlement[]> {
      // Records that cannot be read stay due, and must not keep the others waiting.
      const due = await deliveriesOf(await store.overdue(REQUEST, dueFor(callback), 0, limit + reported.size));
      const taken = await Promise.allSettled(
        due
          .toSorted((a, b) => a.view.record.at - b.view.record.at)
          .slice(0, limit)
          .map(async ({ settled, view }) => {
            const data = await happen(settled.request.requestId, { type: 'take', claim, claimMs }, view);
            return data?.delivery ? [{ settled, attempt: data.delivery.attempts }] : [];
          }),
      );
      // What was taken has to be delivered, even if the store failed to take others.
      const failed = taken.find((one) => one.status === 'rejected');
      if (failed) report(failed.reason);
      return taken.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    },
    /** Sets the next step of a settlement. Returns `false`, without a change, if its claim is another one or none. */
    async step(requestId: string, claim: string, next: NextStep): Promise<boolean> {
      return (await happen(requestId, { type: 'step', claim, next })) !== undefined;
    },
    /** Returns the parked settlements, in the opening order of their requests. */
    async parked(): Promise<readonly ParkedSettlement[]> {
      const all = await deliveriesOf(await store.list(REQUEST, PARKED));
      return all.map(({ settled, delivery: { attempts, error = '' } }) => ({ settled, attempts, error }));
    },
    /** Makes a parked settlement due with 0 attempts. Returns `false` if it is not parked. */
    async retry(requestId: string): Promise<boolean> {
      return (await happen(requestId, { type: 'retry' })) !== undefined;
    },
    /** Removes what the store no longer has to keep, if it is time. */
    purge: createPurge(store, processes),
    forget: (conversationId: string) => forgetConversation(store, conversationId),
    ...createPresence(store, processes),
    watch: (...args: Parameters<RequestStore['watch']>) => store.watch(...args),
  };
}
