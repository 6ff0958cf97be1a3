import { advance, pendingPhaseOf, type InstancePhase, type PublishedPhase } from '../lifecycle.js';
import { createBoundedCache } from '../bounded-cache.js';
import type { RequestInstance } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Maximum number of retained settled instances. A slow read must not make one of them pending again. */
const ENDED = 10_000;

/** Reads are numbered in starting order; `read` is such a number. */
export interface PublishedState {
  get(requestId: string): PendingRequest | undefined;
  all(): readonly PendingRequest[];
  /** Returns whether a newer read has found another pending instance of this request id. */
  isStale(opened: RequestInstance, read: number): boolean;
  /** Records a pending request that was read. Returns whether its state is new. */
  recordPending(pending: PendingRequest, read: number): boolean;
  forget(requestId: string): void;
  /** Records a final phase of the instance. Returns whether it is new. */
  markSettled(opened: RequestInstance, phase: InstancePhase, read: number): boolean;
  isSettled(opened: RequestInstance): boolean;
  /** Returns whether this instance was marked as settled before the read began. */
  wasSettledBefore(opened: RequestInstance, read: number): boolean;
}

export function createPublishedState(): PublishedState {
  const open = new Map<string, { pending: PendingRequest; published: PublishedPhase }>();
  const ended = createBoundedCache<PublishedPhase>({ count: ENDED, bytes: Infinity });

  const openOf = ({ request, instanceId }: RequestInstance) => {
    const there = open.get(request.requestId);
    return there?.pending.instanceId === instanceId ? there : undefined;
  };
  const publishedOf = (opened: RequestInstance) => ended.get(opened.instanceId) ?? openOf(opened)?.published;

  return {
    get: (requestId) => open.get(requestId)?.pending,
    all: () => [...open.values()].map(({ pending }) => pending),
    isStale: (opened, read) =>
      !openOf(opened) && (open.get(opened.request.requestId)?.published.read ?? -Infinity) > read,
    recordPending(pending, read) {
      const before = publishedOf(pending);
      const published = advance(before, { phase: pendingPhaseOf(pending), read });
      if (published !== before) open.set(pending.request.requestId, { pending, published });
      return published.phase !== before?.phase;
    },
    forget: (requestId) => void open.delete(requestId),
    markSettled(opened, phase, read) {
      const before = publishedOf(opened);
      const published = advance(before, { phase, read });
      if (published === before) return false;
      if (openOf(opened)) open.delete(opened.request.requestId);
      ended.set(opened.instanceId, published, 0);
      return true;
    },
    isSettled: ({ instanceId }) => ended.get(instanceId) !== undefined,
    wasSettledBefore: ({ instanceId }, read) => (ended.get(instanceId)?.read ?? Infinity) < read,
  };
}
