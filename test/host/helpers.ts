import { vi } from 'vitest';
import { parseRequest, type AskUserRequest, type Reply } from '../../src/core/index.js';
import { createMemoryPresence } from '../../src/host/store/presence.js';
import { createMemoryOutbox } from '../../src/host/store/memory/outbox.js';
import { createAskUserBroker, type AskUserBroker, type BrokerOptions } from '../../src/host/index.js';
import type { BrokerEvent } from '../../src/host/broker/types.js';
import type { StoreChange, LeaseMs, RequestStore, StoredRequest } from '../../src/host/store.js';
import type { Lease } from '../../src/host/store/types.js';

/** A clock that only the test advances. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

export function createTestClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let time = start;
  return { now: () => time, advance: (ms) => void (time += ms) };
}

/** The clock of fake timers. Call `vi.useFakeTimers()` first. */
export const fakedClock: TestClock = {
  now: () => Date.now(),
  advance: (ms) => void vi.advanceTimersByTime(ms),
};

export type StoreMethod =
  | 'open'
  | 'get'
  | 'list'
  | 'settle'
  | 'attach'
  | 'beat'
  | 'take'
  | 'update'
  | 'retry'
  | 'attend'
  | 'last'
  | 'unreached';
/** A step that resolves late (a slow store) or rejects (a failing store). */
export type Step = () => void | Promise<void>;

/** One node's connection to the shared requests, with injectable faults. */
export interface TestStore extends RequestStore {
  /** Runs before a method's work. If it rejects, the method has no effect. */
  readonly before: Partial<Record<StoreMethod, Step>>;
  /** Runs after a method's work, so that its outcome is late or lost. */
  readonly after: Partial<Record<StoreMethod, Step>>;
  /** How often each method was called. */
  readonly calls: Record<StoreMethod, number>;
  /** Whether this node receives no notifications. */
  deaf: boolean;
  /** Notifies this node's listeners of a change, or that some may have been missed. */
  tell(change?: StoreChange): void;
  readonly listeners: number;
}

/** Requests that outlive a node, stored as text as a real engine does. */
export interface TestBackend {
  readonly clock: TestClock;
  /** Connects another node. */
  connect(): TestStore;
  /** Removes a request, as an engine does that was emptied. */
  drop(requestId: string): void;
  /** Removes everything, including the counter of requests. Does not notify. */
  flush(): void;
}

interface Row {
  text: string;
  leaseMs: LeaseMs;
  /** The time from which the lease counts, unless a waiter lives longer. */
  from: number;
  waiters: Set<string>;
}

export function createTestBackend(clock: TestClock = createTestClock()): TestBackend {
  const rows = new Map<string, Row>();
  const nodes = new Set<TestStore>();
  /** The time at which each owner counts as dead. */
  const owners = new Map<string, number>();
  let order = 0;

  const read = (requestId: string): StoredRequest | undefined => {
    const row = rows.get(requestId);
    if (!row) return undefined;
    const stored = JSON.parse(row.text) as StoredRequest;
    if (stored.state === 'settled' || row.leaseMs === 'none') return stored;
    const last = Math.max(row.from, ...[...row.waiters].map((owner) => owners.get(owner) ?? 0));
    return last + row.leaseMs <= clock.now() ? { ...stored, state: 'orphaned' } : stored;
  };
  const write = (stored: StoredRequest, { leaseMs, owner }: Lease = { leaseMs: 'none' }) => {
    const { request } = stored;
    const waiters = new Set(owner === undefined ? [] : [owner]);
    rows.set(request.requestId, { text: JSON.stringify(stored), leaseMs, from: clock.now(), waiters });
    tellAll(stored);
  };

  const tellAll = ({ request: { requestId }, conversationId }: StoredRequest) => {
    for (const node of nodes) if (!node.deaf) node.tell({ requestId, conversationId });
  };
  const outbox = createMemoryOutbox({ now: clock.now, onDelivered: () => undefined, onRetry: tellAll });

  let presence = createPresence();
  function createPresence() {
    return createMemoryPresence({ now: clock.now, aliveUntil: (owner) => owners.get(owner) ?? -Infinity });
  }

  function connect(): TestStore {
    const listeners = new Set<(change?: StoreChange) => void>();
    const calls = {
      open: 0,
      get: 0,
      list: 0,
      settle: 0,
      attach: 0,
      beat: 0,
      take: 0,
      update: 0,
      retry: 0,
      attend: 0,
      last: 0,
      unreached: 0,
    };
    const run = async <T>(method: StoreMethod, work: () => T | Promise<T>): Promise<T> => {
      calls[method] += 1;
      await node.before[method]?.();
      const outcome = await work();
      await node.after[method]?.();
      return outcome;
    };
    const node: TestStore = {
      durable: true,
      presence: {
        attend: (...args) => run('attend', () => presence.attend(...args)),
        lastAttended: (ids) => run('last', () => presence.lastAttended(ids)),
      },
      outbox: {
        take: (...args) => run('take', () => outbox.take(...args)),
        update: (...args) => run('update', () => outbox.update(...args)),
        parked: outbox.parked,
        retry: (requestId) => run('retry', () => outbox.retry(requestId)),
      },
      before: {},
      after: {},
      calls,
      deaf: false,
      tell: (change) => [...listeners].forEach((listener) => listener(change)),
      get listeners() {
        return listeners.size;
      },
      open: (asked, lease) =>
        run('open', () => {
          const there = read(asked.request.requestId);
          if (there) return there;
          const instanceId = crypto.randomUUID();
          write({ ...asked, instanceId, state: 'awaiting_user_response', order: ++order }, lease);
          return undefined;
        }),
      get: (requestId) => run('get', () => read(requestId)),
      list: (conversationIds) =>
        run('list', () => {
          const there = [...rows.keys()].map((requestId) => read(requestId)!);
          return there.filter(
            ({ state, conversationId }) =>
              state !== 'settled' && (!conversationIds || conversationIds.includes(conversationId)),
          );
        }),
      settle: (requestId, settlement, options) =>
        run('settle', () => {
          const there = read(requestId);
          if (!there || there.state === 'settled' || (there.state === 'orphaned' && !options?.orphaned)) return false;
          if (options?.instanceId !== undefined && options.instanceId !== there.instanceId) return false;
          const waiters = rows.get(requestId)!.waiters;
          const { leaver } = options ?? {};
          if (leaver !== undefined) {
            if (!waiters.delete(leaver)) return false;
            if ([...waiters].some((owner) => (owners.get(owner) ?? 0) > clock.now())) return false;
          }
          const settled = { ...there, state: 'settled', settlement } as const;
          if (there.callback !== undefined) outbox.add(settled);
          write(settled);
          return true;
        }),
      unreached: (requestId, instanceId) =>
        run('unreached', () => {
          const row = rows.get(requestId);
          const there = read(requestId);
          if (!row || there?.instanceId !== instanceId || !there.settlement || there.settlement.reached === false)
            return;
          const settlement = { ...there.settlement, reached: false } as const;
          const settled = { ...there, state: 'settled', settlement } as const;
          row.text = JSON.stringify(settled);
          outbox.replace(settled);
          tellAll(there);
        }),
      attach: (requestId, { owner, leaseMs }) =>
        run('attach', () => {
          const row = rows.get(requestId);
          if (row)
            Object.assign(row, { leaseMs: leaseMs ?? row.leaseMs, from: clock.now(), waiters: row.waiters.add(owner) });
        }),
      beat: (owner, aliveMs) => run('beat', () => void owners.set(owner, clock.now() + aliveMs)),
      watch(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    nodes.add(node);
    return node;
  }

  const flush = () => {
    presence = createPresence();
    rows.clear();
    order = 0;
  };
  return { clock, connect, drop: (requestId) => void rows.delete(requestId), flush };
}

/** Returns a promise that the test settles. */
export function createGate(): { wait: () => Promise<void>; open(): void; fail(error: Error): void } {
  let open = () => undefined as void;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  promise.catch(() => undefined);
  return { wait: () => promise, open, fail };
}

/** Creates a request with one single-select question per text, each with two options. */
export function makeRequest(requestId: string, ...texts: readonly string[]): AskUserRequest {
  const asked = texts.length ? texts : ['Which database?'];
  const questions = asked.map((question) => ({ question, options: ['PostgreSQL', 'SQLite'] }));
  const parsed = parseRequest({ questions }, { requestId });
  if (!parsed.ok) throw new Error('The questions of this test are no request.');
  return parsed.value;
}

/** Returns a valid reply to every question. */
export const replyTo = ({ questions }: AskUserRequest, option = 1): Reply[] =>
  questions.map(({ id }) => ({ questionId: id, selected: [option] }));

/** A broker, the events that it published, and the errors that it reported. */
export interface TestBroker {
  readonly broker: AskUserBroker;
  readonly events: BrokerEvent[];
  readonly errors: unknown[];
}

export function startBroker(options: BrokerOptions = {}): TestBroker {
  const events: BrokerEvent[] = [];
  const errors: unknown[] = [];
  const broker = createAskUserBroker({ onError: (error) => errors.push(error), ...options });
  broker.subscribe((event) => events.push(event));
  return { broker, events, errors };
}

/** Formats an event as one line. */
export const line = (event: BrokerEvent): string =>
  'settlement' in event
    ? `${event.request.request.requestId} ${event.type === 'settled' ? event.settlement.result.status : event.type}`
    : `${event.request.request.requestId} ${event.type}`;

/** Lets all pending work in this process run until none is left. Timers do not run. */
export async function settleDown(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}
