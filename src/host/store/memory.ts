import type { Change, RequestStore, StoredRequest } from './types.js';

/** How many settled requests are remembered, so that a late answer is told `already_resolved`. */
const KEPT = 1_000;

/** Requests of this process alone: whoever asked is here, so that nothing is ever orphaned. */
export function createMemoryStore(): RequestStore {
  const requests = new Map<string, StoredRequest>();
  const settled = new Set<string>();
  const listeners = new Set<(change?: Change) => void>();
  let order = 0;

  const tell = ({ request: { requestId }, conversationId }: StoredRequest) => {
    for (const listener of listeners) listener({ requestId, conversationId });
  };

  return {
    durable: false,
    async open(asked) {
      const { requestId } = asked.request;
      const there = requests.get(requestId);
      if (there) return there;
      const stored = { ...asked, state: 'awaiting_user_response', order: ++order } as const;
      requests.set(requestId, stored);
      tell(stored);
      return undefined;
    },
    get: async (requestId) => requests.get(requestId),
    async list(conversationIds) {
      const open = [...requests.values()].filter(({ state }) => state !== 'settled');
      return conversationIds ? open.filter((one) => conversationIds.includes(one.conversationId)) : open;
    },
    async settle(requestId, settlement) {
      const there = requests.get(requestId);
      if (!there || there.state === 'settled') return false;
      const stored = { ...there, state: 'settled', settlement } as const;
      requests.set(requestId, stored);
      settled.add(requestId);
      for (const oldest of settled) {
        if (settled.size <= KEPT) break;
        settled.delete(oldest);
        requests.delete(oldest);
      }
      tell(stored);
      return true;
    },
    async touch() {},
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
