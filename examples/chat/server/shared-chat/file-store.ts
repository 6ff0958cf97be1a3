import type { NewRecord, RecordKey, RequestStore, StoreChange, StoredRecord, Written } from 'react-ask-user/store';
import { createJsonFile, readJson } from './json-file.js';

const keyOf = ({ kind, id }: RecordKey) => `${kind} ${id}`;

/** Only this server writes the file. The check drops values of an older version. */
const isStored = (value: unknown): value is StoredRecord =>
  typeof value === 'object' && value !== null && 'kind' in value && 'list' in value && 'version' in value;

/**
 * Opens a request store in one file, for a server with a single process. A question is on disk before it is published,
 * and an answer before it is confirmed. For several processes, use a store such as `createPostgresStore`.
 */
export async function openFileStore(path: string, now: () => number = Date.now): Promise<RequestStore> {
  const read = await readJson(path);
  const file = createJsonFile(path);
  /** The requests on disk, and the records of this process and its users, which end with it. */
  const records = new Map<string, StoredRecord>();
  const turns = new Map<string, Promise<void>>();
  const listeners = new Set<(change?: StoreChange) => void>();
  let order = 0;
  for (const record of Array.isArray(read) ? read.filter(isStored) : []) {
    records.set(keyOf(record), record);
    order = Math.max(order, record.order);
  }
  /** The same, with what is being written. */
  const next = new Map(records);

  /** Writes to disk first, so that a change is visible only once it lasts. If the write fails, nothing changes. */
  async function keep(key: string, record: StoredRecord | undefined): Promise<void> {
    const put = (all: Map<string, StoredRecord>, one: StoredRecord | undefined) =>
      one ? all.set(key, one) : all.delete(key);
    put(next, record);
    try {
      if (key.startsWith('request '))
        await file.save(() => [...next.values()].filter(({ kind }) => kind === 'request'));
    } catch (error) {
      put(next, records.get(key));
      throw error;
    }
    put(records, record);
  }

  /** Runs the changes of one record one after the other. */
  async function inTurn<Result>(key: string, change: () => Promise<Result>): Promise<Result> {
    const changed = (turns.get(key) ?? Promise.resolve()).then(change);
    const turn = changed.then(
      () => {},
      () => {},
    );
    turns.set(key, turn);
    try {
      return await changed;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  }

  function write(record: NewRecord, isChange: boolean, expected: string | undefined): Promise<Written> {
    const key = keyOf(record);
    return inTurn(key, async () => {
      const there = records.get(key);
      if (there?.version === record.version) return { now: now(), written: true };
      if (there?.version !== expected) return { now: now(), written: false };
      await keep(key, { ...record, order: there?.order ?? ++order, writtenAt: now() });
      const change = { requestId: record.id, conversationId: record.conversationId };
      if (isChange) for (const listener of listeners) listener(change);
      return { now: now(), written: true };
    });
  }

  const listed = (kind: string, list: string) =>
    [...records.values()].filter((one) => one.kind === kind && one.list === list);

  return {
    durable: true,
    insert: (record, isChange) => write(record, isChange, undefined),
    compareAndSet: (version, record, isChange) => write(record, isChange, version),
    remove: (key, version) =>
      inTurn(keyOf(key), async () => {
        const written = records.get(keyOf(key))?.version === version;
        if (written) await keep(keyOf(key), undefined);
        return { now: now(), written };
      }),
    async get(kind, ids) {
      return { now: now(), records: ids.flatMap((id) => records.get(keyOf({ kind, id })) ?? []) };
    },
    async list(kind, list, conversationIds) {
      const all = listed(kind, list);
      const some = all.filter(({ conversationId }) => conversationIds?.includes(conversationId) ?? true);
      return { now: now(), records: some };
    },
    async overdue(kind, list, ms, limit) {
      const all = listed(kind, list).filter(({ at }) => at <= now() - ms);
      return { now: now(), records: all.toSorted((a, b) => a.at - b.at).slice(0, limit) };
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
