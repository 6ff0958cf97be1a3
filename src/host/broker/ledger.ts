import type { OpenedRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Requests that are over for good: a read that was under way for long must not bring one back. */
const TERMINAL = 10_000;

/** What was told last of each request. Reads are numbered as they begin, and `read` is such a number. */
export interface Ledger {
  get(requestId: string): PendingRequest | undefined;
  all(): readonly PendingRequest[];
  /** Whether another instance of this request id was published since this was read. */
  isStale(opened: OpenedRequest, read: number): boolean;
  /** Whether this is news, and from now on told: not what was told last, and read no earlier than that. */
  isNews(pending: PendingRequest, read: number): boolean;
  forget(requestId: string): void;
  /** It has ended. Whether that is news. `read` is the newest one that has begun. */
  end(opened: OpenedRequest, read: number): boolean;
  /** Whether this instance has settled, whatever an older read says. */
  isOver(opened: OpenedRequest): boolean;
  /** It had ended before that read began: the store has it nevertheless. */
  wasOver(opened: OpenedRequest, read: number): boolean;
}

export function createLedger(): Ledger {
  const pending = new Map<string, { pending: PendingRequest; read: number }>();
  /** By instance id. */
  const terminal = new Map<string, number>();

  const isOver = ({ instanceId }: OpenedRequest) => terminal.has(instanceId);
  const last = (opened: OpenedRequest) => pending.get(opened.request.requestId);
  const isThis = (opened: OpenedRequest) => last(opened)?.pending.instanceId === opened.instanceId;

  return {
    get: (requestId) => pending.get(requestId)?.pending,
    all: () => [...pending.values()].map((one) => one.pending),
    isStale: (opened, read) => (last(opened)?.read ?? -Infinity) > read && !isThis(opened),
    isNews(now, read) {
      const before = last(now);
      if (isOver(now) || (before && before.read > read)) return false;
      const isKnown = isThis(now) && before?.pending.state === now.state;
      pending.set(now.request.requestId, { pending: now, read });
      return !isKnown;
    },
    forget: (requestId) => void pending.delete(requestId),
    end(opened, read) {
      if (isOver(opened)) return false;
      if (isThis(opened)) pending.delete(opened.request.requestId);
      terminal.set(opened.instanceId, read);
      for (const oldest of terminal.keys()) {
        if (terminal.size <= TERMINAL) break;
        terminal.delete(oldest);
      }
      return true;
    },
    isOver,
    wasOver: (opened, read) => (terminal.get(opened.instanceId) ?? Infinity) < read,
  };
}
