import type { Requests } from '../store/requests.js';
import type { StoredRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

const CHUNK = 10;
/** Above this number of followed conversations, the changes of all conversations are read. */
const MANY = 1_000;

export interface ReconcilerOptions {
  readonly requests: Requests;
  /** Returns the maximum number of `reconcile` calls from one read of everything to the next. */
  readonly fullReadEvery: () => number;
  readonly scope: () => readonly string[] | undefined;
  readonly list: (conversationIds?: readonly string[]) => Promise<readonly PendingRequest[]>;
  readonly known: () => Set<string>;
  /** Handles a known request that was not listed. Forgets it if it is no longer followed. */
  readonly refreshMissing: (requestId: string) => Promise<void>;
  readonly nextRead: () => number;
  readonly onRead: (stored: StoredRequest, read: number) => void;
}

/** Finds changes that the store did not notify of. */
export function createReconciler({
  requests,
  fullReadEvery,
  scope,
  list,
  known,
  refreshMissing,
  nextRead,
  onRead,
}: ReconcilerOptions) {
  let isClosed = false;
  /** Cursor of the store's changes. If it is `undefined`, everything is read next. */
  let cursor: string | undefined;
  let sinceFullRead = 0;

  async function readAll(): Promise<void> {
    if (isClosed) return;
    // If this read fails, the next one is a read of everything again.
    sinceFullRead = Infinity;
    const followed = scope();
    const before = followed?.length === 0 ? undefined : await requests.changes();
    const missing = known();
    // Read a few conversations at a time, so that other calls are not delayed.
    for (const conversationIds of followed ? chunksOf(followed) : [undefined]) {
      for (const { request } of await list(conversationIds)) missing.delete(request.requestId);
      if (isClosed) return;
    }
    for (const requestId of missing) {
      await refreshMissing(requestId);
      if (isClosed) return;
    }
    cursor = before?.cursor;
    sinceFullRead = 0;
  }

  /** Returns `false` if nothing is followed, or if the store does not know all changes since the cursor. */
  async function readChanges(): Promise<boolean> {
    const followed = scope();
    if (followed?.length === 0) return false;
    const conversationIds = followed && followed.length <= MANY ? followed : undefined;
    for (let hasMore = true; hasMore && !isClosed;) {
      const read = nextRead();
      const found = await requests.changes(cursor, conversationIds);
      cursor = found?.cursor;
      if (!found) return false;
      for (const one of found.changed) onRead(one, read);
      hasMore = found.hasMore;
    }
    return true;
  }

  return {
    readAll: readAll,
    async reconcile(): Promise<void> {
      sinceFullRead += 1;
      if (cursor !== undefined && sinceFullRead < fullReadEvery() && (await readChanges())) return;
      await readAll();
    },
    close(): void {
      isClosed = true;
    },
  };
}

const chunksOf = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) => ids.slice(i * CHUNK, (i + 1) * CHUNK));
