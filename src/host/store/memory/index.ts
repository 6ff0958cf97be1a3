import { bytesOf, createBoundedCache } from '../../bounded-cache.js';
import { createMemoryOutbox } from './outbox.js';
import { createMemoryPresence } from '../presence.js';
import type { StoreChange, RequestStore, StoredRequest } from '../types.js';

/** Maximum number of settled requests to retain, and maximum of their total size as JSON, in bytes. */
const COUNT = 1_000;
const BYTES = 16 * 1_048_576;

/**
 * Creates a store for one process. It ignores leases, so a request is never orphaned.
 *
 * It retains at most 1,000 settled requests, the newest, and about 16 MiB of them as JSON. It also retains the pending
 * requests, and settlements that a callback has not acknowledged.
 */
export function createMemoryStore(): RequestStore {
  const requests = new Map<string, StoredRequest>();
  /** Pending requests by conversation, in opening order, so that `list` with `conversationIds` reads only theirs. */
  const pending = new Map<string, Set<StoredRequest>>();
  const owners = new Map<string, Set<string>>();
  const settled = createBoundedCache<true>({
    count: COUNT,
    bytes: BYTES,
    onDrop: (requestId) => requests.delete(requestId),
  });
  const listeners = new Set<(change?: StoreChange) => void>();
  let order = 0;

  const tell = ({ request: { requestId }, conversationId }: StoredRequest) => {
    for (const listener of listeners) listener({ requestId, conversationId });
  };

  function remember(stored: StoredRequest): void {
    const { raw, ...request } = stored.request;
    settled.set(stored.request.requestId, true, bytesOf({ ...stored, request }) + bytesOf(raw));
  }

  const outbox = createMemoryOutbox({ now: () => performance.now(), onDelivered: remember, onRetry: tell });

  return {
    durable: false,
    outbox,
    presence: createMemoryPresence({ now: () => performance.now() }),
    async open(asked, { owner }) {
      const { requestId } = asked.request;
      const there = requests.get(requestId);
      if (there) return there;
      const instanceId = crypto.randomUUID();
      const stored = { ...asked, instanceId, state: 'awaiting_user_response', order: ++order } as const;
      requests.set(requestId, stored);
      pending.set(asked.conversationId, (pending.get(asked.conversationId) ?? new Set()).add(stored));
      owners.set(instanceId, new Set(owner === undefined ? [] : [owner]));
      tell(stored);
      return undefined;
    },
    get: async (requestId) => requests.get(requestId),
    async list(conversationIds) {
      if (!conversationIds) return [...requests.values()].filter(({ state }) => state !== 'settled');
      const found = [...new Set(conversationIds)].flatMap((id) => [...(pending.get(id) ?? [])]);
      return conversationIds.length > 1 ? found.toSorted((a, b) => a.order - b.order) : found;
    },
    async settle(requestId, settlement, { instanceId, leaver } = {}) {
      const there = requests.get(requestId);
      if (!there || there.state === 'settled' || (instanceId ?? there.instanceId) !== there.instanceId) return false;
      const waiting = owners.get(there.instanceId);
      if (leaver !== undefined && (!waiting?.delete(leaver) || waiting.size > 0)) return false;
      owners.delete(there.instanceId);
      const beside = pending.get(there.conversationId);
      if (beside?.delete(there) && beside.size === 0) pending.delete(there.conversationId);
      const stored = { ...there, state: 'settled', settlement } as const;
      requests.set(requestId, stored);
      if (stored.callback === undefined) remember(stored);
      else outbox.add(stored);
      tell(stored);
      return true;
    },
    async unreached(requestId, instanceId) {
      const there = requests.get(requestId);
      if (there?.instanceId !== instanceId || !there.settlement || there.settlement.reached === false) return;
      const settlement = { ...there.settlement, reached: false } as const;
      const stored = { ...there, state: 'settled', settlement } as const;
      requests.set(requestId, stored);
      outbox.replace(stored);
      tell(stored);
    },
    async attach(requestId, { owner }) {
      owners.get(requests.get(requestId)?.instanceId ?? '')?.add(owner);
    },
    async beat() {},
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
