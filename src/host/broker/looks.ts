import type { RequestStore, StoredRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Conversations that are read at once. */
const CHUNK = 10;
/** Beyond so many, changes are read of all conversations: the list would cost more than it saves. */
const MANY = 1_000;

export interface LooksOptions {
  readonly store: RequestStore;
  /** Returns after how many looks everything is read again. */
  readonly atAllEvery: () => number;
  /** The conversations that matter here; `undefined` for all. */
  readonly scope: () => readonly string[] | undefined;
  /** Reads and tells what is pending. */
  readonly list: (conversationIds?: readonly string[]) => Promise<readonly PendingRequest[]>;
  /** The ids of what is known here to be pending. */
  readonly known: () => Set<string>;
  /** Reads and tells a request that is known here, and was not listed. */
  readonly check: (requestId: string) => Promise<void>;
  /** Returns the number of a read that begins now. */
  readonly begin: () => number;
  /** Tells what has changed. */
  readonly hear: (stored: StoredRequest, read: number) => void;
}

/** Looks for what changed without a word, or whose word was missed. */
export interface Looks {
  /** Reads what has changed since the last look, and now and then everything. */
  next(): Promise<void>;
  /** Reads everything that anybody here follows. */
  atAll(): Promise<void>;
  close(): void;
}

export function createLooks({ store, atAllEvery, scope, list, known, check, begin, hear }: LooksOptions): Looks {
  let isClosed = false;
  /** Of the store's changes. Unknown before everything was read. */
  let cursor: string | undefined;
  let sinceAll = 0;

  async function atAll(): Promise<void> {
    if (isClosed) return;
    // Until it is done.
    sinceAll = Infinity;
    const followed = scope();
    // Where nobody follows anything, nothing can be missed.
    const before = followed?.length === 0 ? undefined : await store.changes?.();
    const missing = known();
    // A few conversations at a time: reading all of them at once would hold up every other call.
    for (const conversationIds of followed ? chunksOf(followed) : [undefined]) {
      for (const { request } of await list(conversationIds)) missing.delete(request.requestId);
      if (isClosed) return;
    }
    for (const requestId of missing) {
      await check(requestId);
      if (isClosed) return;
    }
    cursor = before?.cursor;
    sinceAll = 0;
  }

  /** Returns whether the store knows what has changed. */
  async function atChanges(): Promise<boolean> {
    const followed = scope();
    if (followed?.length === 0) return false;
    const conversationIds = followed && followed.length <= MANY ? followed : undefined;
    for (let hasMore = true; hasMore && !isClosed;) {
      const read = begin();
      const found = await store.changes?.(cursor, conversationIds);
      cursor = found?.cursor;
      if (!found) return false;
      for (const one of found.changed) hear(one, read);
      hasMore = found.hasMore;
    }
    return true;
  }

  return {
    atAll,
    async next() {
      sinceAll += 1;
      if (cursor !== undefined && sinceAll < atAllEvery() && (await atChanges())) return;
      await atAll();
    },
    close() {
      isClosed = true;
    },
  };
}

const chunksOf = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) => ids.slice(i * CHUNK, (i + 1) * CHUNK));
