import type { StoreChange, RequestStore, StoredRequest } from 'react-ask-user/store';
import { createJsonFile, readJson } from './json-file.js';

/** Number of settled requests to retain. An agent that asks again receives the stored answer. */
const KEPT = 200;
/** Time after a restart in which agents can resume their requests, in milliseconds. */
const GRACE_MS = 30_000;

/** Only this server writes the file. The check drops values of an older version. */
const isStored = (value: unknown): value is StoredRequest =>
  typeof value === 'object' && value !== null && 'request' in value && 'state' in value && 'instanceId' in value;

/**
 * Opens a request store in one file, for a server with a single process. A question is on disk before it is published,
 * and an answer before it is confirmed. For several processes, use a store such as `createPostgresStore`.
 */
export async function openFileStore(path: string, now: () => number = Date.now): Promise<RequestStore> {
  const read = await readJson(path);
  const file = createJsonFile(path);
  /** Requests on disk. */
  const requests = new Map<string, StoredRequest>();
  /** Ids of the requests of this process's agents. */
  const awaited = new Set<string>();
  const graceUntil = now() + GRACE_MS;
  const turns = new Map<string, Promise<void>>();
  const listeners = new Set<(change?: StoreChange) => void>();
  let order = 0;
  for (const stored of Array.isArray(read) ? read.filter(isStored) : []) {
    requests.set(stored.request.requestId, stored);
    order = Math.max(order, stored.order);
  }
  /** Requests to write to disk. */
  const next = new Map(requests);

  function asOfNow(stored: StoredRequest): StoredRequest {
    const isAsStored = stored.state === 'settled' || awaited.has(stored.request.requestId) || now() < graceUntil;
    return isAsStored ? stored : { ...stored, state: 'orphaned' };
  }

  /** Writes to disk first, so that a change is visible only once it lasts. If the write fails, nothing changes. */
  async function keep(stored: StoredRequest): Promise<void> {
    const { requestId } = stored.request;
    next.set(requestId, stored);
    try {
      await file.save(() => [...next.values()]);
    } catch (error) {
      const before = requests.get(requestId);
      if (before) next.set(requestId, before);
      else next.delete(requestId);
      throw error;
    }
    requests.set(requestId, stored);
    for (const listener of listeners) listener({ requestId, conversationId: stored.conversationId });
  }

  /** Runs the changes of one request one after the other. */
  async function inTurn<Result>(requestId: string, change: () => Promise<Result>): Promise<Result> {
    const changed = (turns.get(requestId) ?? Promise.resolve()).then(change);
    const turn = changed.then(
      () => {},
      () => {},
    );
    turns.set(requestId, turn);
    try {
      return await changed;
    } finally {
      if (turns.get(requestId) === turn) turns.delete(requestId);
    }
  }

  function forgetOldest(): void {
    const settled = [...requests.values()].filter(({ state }) => state === 'settled');
    for (const { request } of settled.slice(0, -KEPT)) {
      requests.delete(request.requestId);
      next.delete(request.requestId);
      awaited.delete(request.requestId);
    }
  }

  return {
    durable: true,
    open(asked) {
      const { requestId } = asked.request;
      return inTurn(requestId, async () => {
        const there = requests.get(requestId);
        if (there) return asOfNow(there);
        awaited.add(requestId);
        await keep({ ...asked, instanceId: crypto.randomUUID(), state: 'awaiting_user_response', order: ++order });
        return undefined;
      });
    },
    async get(requestId) {
      const there = requests.get(requestId);
      return there && asOfNow(there);
    },
    async list(conversationIds) {
      const open = [...requests.values()].filter(({ state }) => state !== 'settled');
      const asked = conversationIds ? open.filter((one) => conversationIds.includes(one.conversationId)) : open;
      return asked.map(asOfNow);
    },
    settle(requestId, settlement, { orphaned = false, instanceId } = {}) {
      return inTurn(requestId, async () => {
        const there = requests.get(requestId);
        if (!there || there.state === 'settled') return false;
        if (asOfNow(there).state === 'orphaned' && !orphaned) return false;
        if (instanceId !== undefined && instanceId !== there.instanceId) return false;
        forgetOldest();
        await keep({ ...there, state: 'settled', settlement });
        return true;
      });
    },
    async attach(requestId) {
      awaited.add(requestId);
    },
    async beat() {},
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
