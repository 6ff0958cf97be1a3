import { vi } from 'vitest';
import { parseRequest, type AskUserRequest, type Reply } from '../../src/core/index.js';
import { createAskUserBroker, type AskUserBroker, type BrokerOptions } from '../../src/host/index.js';
import type { BrokerEvent } from '../../src/host/broker/types.js';
import { createRequests, type Requests } from '../../src/host/store/requests.js';
import type { RequestData } from '../../src/host/store/rules.js';
import type { NewRecord, RecordKey, RequestStore, StoreChange, StoredRecord } from '../../src/host/store.js';

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

/** What a call of a store does: a read, or what is written of a request, a process or the presence of users. */
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

/** One node's connection to the shared records, with injectable faults. */
export interface TestStore extends RequestStore {
  /** The requests of the store. */
  readonly requests: Requests;
  /** Runs before a call's work. If it rejects, the call has no effect. */
  readonly before: Partial<Record<StoreMethod, Step>>;
  /** Runs after a call's work, so that its outcome is late or lost. */
  readonly after: Partial<Record<StoreMethod, Step>>;
  /** How often the store did each. */
  readonly calls: Record<StoreMethod, number>;
  /** Whether this node receives no notifications. */
  deaf: boolean;
  /** Notifies this node's listeners of a change, or that some may have been missed. */
  tell(change?: StoreChange): void;
  readonly listeners: number;
}

/** Records that outlive a node, stored as text as a real engine does. */
export interface TestBackend {
  readonly clock: TestClock;
  /** Connects another node. */
  connect(): TestStore;
  /** Removes a request, as an engine does that was emptied. */
  drop(requestId: string): void;
  /** Removes everything except the beats, and the counter of records. Does not notify. */
  flush(): void;
}

const kindOfRead = (kind: string): StoreMethod | undefined =>
  kind === 'request' ? 'get' : kind === 'presence' ? 'last' : undefined;

/** Returns what a write does. */
function methodOf(record: NewRecord, before: StoredRecord | undefined): StoreMethod | undefined {
  if (record.kind === 'process') return 'beat';
  if (record.kind === 'presence') return 'attend';
  if (!before) return 'open';
  const [from, to] = [before.value, record.value] as [RequestData, RequestData];
  if (!from.opened) return undefined;
  if (!from.settlement)
    return to.settlement || to.lease.waiters.length < from.lease.waiters.length ? 'settle' : 'attach';
  if (from.settlement.reached !== to.settlement?.reached) return 'unreached';
  if (before.list === 'parked') return 'retry';
  return to.delivery?.claim !== undefined && to.delivery.claim !== from.delivery?.claim ? 'take' : 'update';
}

export function createTestBackend(clock: TestClock = createTestClock()): TestBackend {
  const records = new Map<string, { text: string; order: number; writtenAt: number }>();
  const nodes = new Set<TestStore>();
  /** The number of each kind of record. */
  const orders = new Map<string, number>();

  const nextOrder = (kind: string) => {
    orders.set(kind, (orders.get(kind) ?? 0) + 1);
    return orders.get(kind)!;
  };
  const keyOf = ({ kind, id }: RecordKey) => `${kind} ${id}`;
  const read = (key: string): StoredRecord | undefined => {
    const kept = records.get(key);
    return kept && { ...(JSON.parse(kept.text) as NewRecord), order: kept.order, writtenAt: kept.writtenAt };
  };
  const all = () => [...records.keys()].map((key) => read(key)!);

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
    const run = async <T>(method: StoreMethod | undefined, work: () => T): Promise<T> => {
      if (!method) return work();
      calls[method] += 1;
      await node.before[method]?.();
      const outcome = work();
      await node.after[method]?.();
      return outcome;
    };
    const found = (some: readonly (StoredRecord | undefined)[]) => ({
      now: clock.now(),
      records: some.filter((one) => one !== undefined),
    });
    const write = (record: NewRecord, expected: string | undefined, isChange: boolean) =>
      run(methodOf(record, expected === undefined ? undefined : read(keyOf(record))), () => {
        const there = read(keyOf(record));
        const isNew = there?.version === expected;
        if (isNew) {
          const number = there?.order ?? nextOrder(record.kind);
          const kept = { text: JSON.stringify(record), order: number, writtenAt: clock.now() };
          records.set(keyOf(record), kept);
          const told = { requestId: record.id, conversationId: record.conversationId };
          if (isChange) for (const one of nodes) if (!one.deaf) one.tell(told);
        }
        return { now: clock.now(), written: isNew || there?.version === record.version };
      });
    const raw: RequestStore = {
      durable: true,
      insert: (record, isChange) => write(record, undefined, isChange),
      compareAndSet: (version, record, isChange) => write(record, version, isChange),
      get: (kind, ids) => run(kindOfRead(kind), () => found(ids.map((id) => read(keyOf({ kind, id }))))),
      list: (kind, list, conversationIds) =>
        run(list === 'pending' ? 'list' : undefined, () =>
          found(
            all().filter(
              (one) =>
                one.kind === kind &&
                one.list === list &&
                (!conversationIds || conversationIds.includes(one.conversationId)),
            ),
          ),
        ),
      overdue: (kind, list, ms, limit) =>
        run(list.startsWith('due ') ? 'take' : undefined, () =>
          found(
            all()
              .filter((one) => one.kind === kind && one.list === list && one.at <= clock.now() - ms)
              .toSorted((a, b) => a.at - b.at)
              .slice(0, limit),
          ),
        ),
      async remove(key, version) {
        const written = read(keyOf(key))?.version === version && records.delete(keyOf(key));
        return { now: clock.now(), written };
      },
      watch(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const node: TestStore = Object.assign(raw, {
      requests: createRequests({ ...raw }, console.error),
      before: {},
      after: {},
      calls,
      deaf: false,
      tell: (change?: StoreChange) => [...listeners].forEach((listener) => listener(change)),
      listeners: 0,
    });
    Object.defineProperty(node, 'listeners', { get: () => listeners.size });
    nodes.add(node);
    return node;
  }

  function flush() {
    for (const key of records.keys()) if (!key.startsWith('process ')) records.delete(key);
    orders.clear();
  }
  const drop = (requestId: string) => void records.delete(keyOf({ kind: 'request', id: requestId }));
  return { clock, connect, drop, flush };
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
