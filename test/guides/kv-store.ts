import type { NewRecord, RecordKey, RequestStore, StoredRecord, Written } from 'react-ask-user/store';

/** Required features of the engine: a conditional write, and notifications of writes. */
export interface Kv {
  get(key: string): Promise<{ text: string; revision: number } | undefined>;
  /** Writes if the key has this revision, 0 for a new key. Otherwise resolves to `false`. */
  write(key: string, text: string, revision: number): Promise<boolean>;
  delete(key: string, revision: number): Promise<boolean>;
  keys(): Promise<readonly string[]>;
  /** Calls the listener with the key of every write, and without a key if writes may have been missed. */
  watch(listener: (key?: string) => void): () => void;
}

interface Kept extends StoredRecord {
  /** Whether the last write was one that others are told of. */
  readonly isChange: boolean;
}

const COUNTER = 'count';
const keyOf = ({ kind, id }: RecordKey) => `${kind}:${id}`;

/** Creates a store. `now` must be one clock for all nodes: the engine's, or synchronized clocks of the nodes. */
export function createKvStore(kv: Kv, now: () => number = Date.now): RequestStore {
  const result = (written: boolean): Written => ({ now: now(), written });
  const found = (records: readonly (Kept | undefined)[]) => ({
    now: now(),
    records: records.filter((one) => one !== undefined),
  });

  async function read(key: string) {
    const entry = await kv.get(key);
    return entry && { record: JSON.parse(entry.text) as Kept, revision: entry.revision };
  }

  async function count(): Promise<number> {
    for (;;) {
      const entry = await kv.get(COUNTER);
      const next = Number(entry?.text ?? 0) + 1;
      if (await kv.write(COUNTER, String(next), entry?.revision ?? 0)) return next;
    }
  }

  async function write(record: NewRecord, isChange: boolean, expected: string | undefined): Promise<Written> {
    const there = await read(keyOf(record));
    if (there?.record.version === record.version) return result(true);
    if (there?.record.version !== expected) return result(false);
    const order = there?.record.order ?? (await count());
    const kept: Kept = { ...record, order, writtenAt: now(), isChange };
    return result(await kv.write(keyOf(record), JSON.stringify(kept), there?.revision ?? 0));
  }

  async function listed(kind: string, list: string): Promise<readonly Kept[]> {
    const keys = (await kv.keys()).filter((key) => key.startsWith(`${kind}:`));
    const all = await Promise.all(keys.map(read));
    return all.flatMap((one) => (one?.record.list === list ? [one.record] : []));
  }

  return {
    durable: true,
    insert: (record, isChange) => write(record, isChange, undefined),
    compareAndSet: (version, record, isChange) => write(record, isChange, version),
    async remove(key, version) {
      const there = await read(keyOf(key));
      return result(there?.record.version === version && (await kv.delete(keyOf(key), there.revision)));
    },
    async get(kind, ids) {
      const all = await Promise.all(ids.map((id) => read(keyOf({ kind, id }))));
      return found(all.map((one) => one?.record));
    },
    async list(kind, list, conversationIds) {
      const all = await listed(kind, list);
      return found(all.filter(({ conversationId }) => conversationIds?.includes(conversationId) ?? true));
    },
    async overdue(kind, list, ms, limit) {
      const all = (await listed(kind, list)).filter(({ at }) => at <= now() - ms);
      return found(all.toSorted((a, b) => a.at - b.at).slice(0, limit));
    },
    watch: (listener) =>
      kv.watch(async (key) => {
        if (key === undefined) return listener();
        const there = key === COUNTER ? undefined : await read(key).catch(() => undefined);
        if (there?.record.isChange)
          listener({ requestId: there.record.id, conversationId: there.record.conversationId });
      }),
  };
}
