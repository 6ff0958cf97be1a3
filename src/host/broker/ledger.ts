import { advance, type Phase, type Told } from '../lifecycle.js';
import { createNewest } from '../newest.js';
import type { OpenedRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Ended instances that are remembered: a read that was under way for long must not bring one back. */
const ENDED = 10_000;

/** What was told last of each request. Reads are numbered as they begin, and `read` is such a number. */
export interface Ledger {
  get(requestId: string): PendingRequest | undefined;
  all(): readonly PendingRequest[];
  /** Whether another instance of this request id was published since this was read. */
  isStale(opened: OpenedRequest, read: number): boolean;
  /** Takes what was read. Returns whether it is news. */
  publish(pending: PendingRequest, read: number): boolean;
  forget(requestId: string): void;
  /** Takes how it ended. Returns whether that is news. `read` is the newest one that has begun. */
  end(opened: OpenedRequest, phase: Phase, read: number): boolean;
  /** Whether this instance has ended, whatever an older read says. */
  isOver(opened: OpenedRequest): boolean;
  /** Whether it had ended before that read began, although the store has it. */
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
