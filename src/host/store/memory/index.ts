import { bytesOf, createBoundedCache, type BoundedCache } from '../../bounded-cache.js';
import { ENDED, type RequestData } from '../rules.js';
import type { NewRecord, RequestStore, StoreChange, StoredRecord } from '../types.js';

/** Maximum number of ended requests to retain, and of ended records of another kind. */
const COUNT = { request: 1_000, other: 10_000 };
/** Maximum of their total size as JSON, in bytes. */
const BYTES = 16 * 1_048_576;

const nameOf = (kind: string, id: string) => `${kind} ${id}`;

/** Returns the size as JSON, of which a `raw` that cannot be serialized is no part. */
function sizeOf(value: unknown): number {
  const { opened } = value as Partial<RequestData>;
  if (!opened) return bytesOf(value);
  const { raw, ...request } = opened.request;
  return bytesOf({ ...(value as RequestData), opened: { ...opened, request } }) + bytesOf(raw);
}

/**
 * Creates a store for one process. It ignores leases, so a request is never orphaned.
 *
 * It retains at most 1,000 settled requests, the newest, and about 16 MiB of them as JSON. It also retains the pending
 * requests, and settlements that a callback has not acknowledged.
 */
export function createMemoryStore(): RequestStore {
  const records = new Map<string, StoredRecord>();
  /** The records of each list, by conversation, so that reading one conversation does not depend on the others. */
  const lists = new Map<string, Map<string, Set<StoredRecord>>>();
  const ended = new Map<string, BoundedCache<true>>();
  const listeners = new Set<(change?: StoreChange) => void>();
  const orders = new Map<string, number>();

  // Unlike `Date.now()`, it is never set back.
  const now = () => performance.timeOrigin + performance.now();

  function endedOf(kind: string): BoundedCache<true> {
    const count = kind === 'request' ? COUNT.request : COUNT.other;
    const there = ended.get(kind) ?? createBoundedCache<true>({ count, bytes: BYTES, onDrop: (id) => drop(kind, id) });
    ended.set(kind, there);
    return there;
  }

  function drop(kind: string, id: string): void {
    const record = records.get(nameOf(kind, id));
    records.delete(nameOf(kind, id));
    if (record) unlist(record);
  }

  function unlist(record: StoredRecord): void {
    const { kind, id, list, conversationId } = record;
    const byConversation = lists.get(nameOf(kind, list));
    const beside = byConversation?.get(conversationId);
    if (beside?.delete(record) && beside.size === 0) byConversation?.delete(conversationId);
    if (list === ENDED) ended.get(kind)?.delete(id);
  }

  function put(record: NewRecord, before: StoredRecord | undefined, isChange: boolean): void {
    const { kind, id, version, list, conversationId, at, value } = record;
    if (before) unlist(before);
    const order = before?.order ?? (orders.get(kind) ?? 0) + 1;
    if (!before) orders.set(kind, order);
    const stored = { kind, id, version, list, conversationId, at, value, order, writtenAt: now() };
    records.set(nameOf(kind, id), stored);
    const byConversation = lists.get(nameOf(kind, list)) ?? new Map<string, Set<StoredRecord>>();
    lists.set(nameOf(kind, list), byConversation);
    byConversation.set(conversationId, (byConversation.get(conversationId) ?? new Set()).add(stored));
    if (list === ENDED) endedOf(kind).set(id, true, sizeOf(value));
    if (isChange) for (const listener of listeners) listener({ requestId: id, conversationId });
  }

  return {
    durable: false,
    async insert(record, isChange) {
      const there = records.get(nameOf(record.kind, record.id));
      if (!there) put(record, undefined, isChange);
      return { now: now(), written: !there || there.version === record.version };
    },
    async get(kind, ids) {
      return { now: now(), records: ids.flatMap((id) => records.get(nameOf(kind, id)) ?? []) };
    },
    async list(kind, list, conversationIds) {
      const byConversation = lists.get(nameOf(kind, list));
      const names = conversationIds ? new Set(conversationIds) : (byConversation?.keys() ?? []);
      return { now: now(), records: [...names].flatMap((id) => [...(byConversation?.get(id) ?? [])]) };
    },
    async overdue(kind, list, ms, limit) {
      const all = [...(lists.get(nameOf(kind, list))?.values() ?? [])].flatMap((some) => [...some]);
      const found = all.filter(({ at }) => at <= now() - ms).toSorted((a, b) => a.at - b.at);
      return { now: now(), records: found.slice(0, limit) };
    },
    async compareAndSet(version, record, isChange) {
      const there = records.get(nameOf(record.kind, record.id));
      const written = there?.version === version;
      if (written) put(record, there, isChange);
      return { now: now(), written: written || there?.version === record.version };
    },
    async remove({ kind, id }, version) {
      const written = records.get(nameOf(kind, id))?.version === version;
      if (written) drop(kind, id);
      return { now: now(), written };
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
