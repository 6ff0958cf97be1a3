import { advance, type Phase, type Told } from '../lifecycle.js';
import { createNewest } from '../bounded-cache.js';
import type { OpenedRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Number of settled instances to retain: a slow read must not make one of them pending again. */
const ENDED = 10_000;

/** The last published state of each request. Reads are numbered in starting order; `read` is such a number. */
export interface Ledger {
  get(requestId: string): PendingRequest | undefined;
  all(): readonly PendingRequest[];
  /** Returns whether another instance of this request id was published by a newer read. */
  isStale(opened: OpenedRequest, read: number): boolean;
  /** Records a pending request that was read. Returns whether its state is new. */
  publish(pending: PendingRequest, read: number): boolean;
  forget(requestId: string): void;
  /** Records a final phase of the instance. Returns whether it is new. `read` is the number of the newest read. */
  end(opened: OpenedRequest, phase: Phase, read: number): boolean;
  /** Returns whether this instance is settled. */
  isOver(opened: OpenedRequest): boolean;
  /** Returns whether this instance was settled before the read began. */
  wasOver(opened: OpenedRequest, read: number): boolean;
}

export function createLedger(): Ledger {
  const open = new Map<string, { pending: PendingRequest; told: Told }>();
  /** By instance id. */
  const ended = createNewest<Told>({ count: ENDED, bytes: Infinity });

  const openOf = ({ request, instanceId }: OpenedRequest) => {
    const there = open.get(request.requestId);
    return there?.pending.instanceId === instanceId ? there : undefined;
  };
  const toldOf = (opened: OpenedRequest) => ended.get(opened.instanceId) ?? openOf(opened)?.told;

  return {
    get: (requestId) => open.get(requestId)?.pending,
    all: () => [...open.values()].map(({ pending }) => pending),
    isStale: (opened, read) => !openOf(opened) && (open.get(opened.request.requestId)?.told.read ?? -Infinity) > read,
    publish(pending, read) {
      const before = toldOf(pending);
      const told = advance(before, { phase: pending.state, read });
      if (told !== before) open.set(pending.request.requestId, { pending, told });
      return told.phase !== before?.phase;
    },
    forget: (requestId) => void open.delete(requestId),
    end(opened, phase, read) {
      const before = toldOf(opened);
      const told = advance(before, { phase, read });
      if (told === before) return false;
      if (openOf(opened)) open.delete(opened.request.requestId);
      ended.set(opened.instanceId, told, 0);
      return true;
    },
    isOver: ({ instanceId }) => ended.get(instanceId) !== undefined,
    wasOver: ({ instanceId }, read) => (ended.get(instanceId)?.read ?? Infinity) < read,
  };
}
