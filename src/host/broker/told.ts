import type { StoredRequest } from '../store/types.js';
import type { PendingRequest } from './types.js';

/** Requests that are over for good: a read that was under way for long must not bring one back. */
const TERMINAL = 10_000;

/** Keeps the newest. */
export function trim(kept: Map<string, unknown>, size: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= size) return;
    kept.delete(oldest);
  }
}

/** What was told last of each request. */
export interface Told {
  get(requestId: string): PendingRequest | undefined;
  all(): readonly PendingRequest[];
  /** Whether this is news: not what was told last, and read no earlier than that. `read` numbers reads as they begin. */
  isNews(pending: PendingRequest, read: number): boolean;
  forget(requestId: string): void;
  /** It has ended. Whether that is news. */
  end(requestId: string, order: number): boolean;
  /** This request has ended, however an older read has it. */
  isOver(stored: StoredRequest): boolean;
}

export function createTold(): Told {
  const pending = new Map<string, { pending: PendingRequest; read: number }>();
  /** By the order of the request: an id that is given again, once its store has forgotten it, is another request. */
  const terminal = new Map<string, number>();

  const isOver = (requestId: string, order: number) => (terminal.get(requestId) ?? -Infinity) >= order;

  return {
    get: (requestId) => pending.get(requestId)?.pending,
    all: () => [...pending.values()].map((one) => one.pending),
    isNews(now, read) {
      const { requestId } = now.request;
      const last = pending.get(requestId);
      if (isOver(requestId, now.order) || (last && last.read > read)) return false;
      pending.set(requestId, { pending: now, read });
      return last?.pending.state !== now.state;
    },
    forget: (requestId) => void pending.delete(requestId),
    end(requestId, order) {
      if (isOver(requestId, order)) return false;
      if ((pending.get(requestId)?.pending.order ?? order) <= order) pending.delete(requestId);
      terminal.delete(requestId);
      terminal.set(requestId, order);
      trim(terminal, TERMINAL);
      return true;
    },
    isOver: ({ request, order }) => isOver(request.requestId, order),
  };
}
