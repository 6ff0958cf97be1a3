import { isRecord } from '../../core/guards.js';
import { serialize } from './codec.js';
import type { Found, NewRecord, RequestStore, StoredRecord } from './types.js';

/** Options for `sealStore`. */
export interface SealOptions {
  /** Encrypts a text, which is JSON. */
  readonly seal: (text: string) => string | Promise<string>;
  /** Decrypts what `seal` returned. A record for which it throws is skipped, and reported to the broker's `onError`. */
  readonly open: (sealed: string) => string | Promise<string>;
}

/**
 * Returns the store with encrypted values, which contain the questions and answers. The ids of requests and
 * conversations, the names of callbacks, and times are not encrypted, because the store selects by them.
 *
 * @example
 * const store = sealStore(createPostgresStore({ pool }), { seal: encrypt, open: decrypt });
 */
export function sealStore(store: RequestStore, { seal, open }: SealOptions): RequestStore {
  const close = async (record: NewRecord): Promise<NewRecord> => ({
    ...record,
    value: { sealed: await seal(serialize(record.id, record.value)) },
  });

  async function read(record: StoredRecord): Promise<StoredRecord> {
    const sealed = isRecord(record.value) ? record.value['sealed'] : undefined;
    try {
      return { ...record, value: JSON.parse(await open(String(sealed))) as unknown };
    } catch {
      return { ...record, value: undefined };
    }
  }

  const readAll = async <T extends Found>(found: T): Promise<T> => ({
    ...found,
    records: await Promise.all(found.records.map(read)),
  });

  return {
    // A spread would lose the methods of a class.
    durable: store.durable,
    keepSettledMs: store.keepSettledMs,
    keepOrphanedMs: store.keepOrphanedMs,
    insert: async (record, isChange) => store.insert(await close(record), isChange),
    compareAndSet: async (version, record, isChange) => store.compareAndSet(version, await close(record), isChange),
    get: async (...args) => readAll(await store.get(...args)),
    list: async (...args) => readAll(await store.list(...args)),
    overdue: async (...args) => readAll(await store.overdue(...args)),
    remove: (...args) => store.remove(...args),
    watch: (...args) => store.watch(...args),
    ...(store.changes && {
      async changes(...args) {
        const found = await store.changes?.(...args);
        return found && readAll(found);
      },
    }),
  };
}
