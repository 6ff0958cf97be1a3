import type { AskUserResult } from '../../core/answer/types.js';

/** One `ask` that has not come back yet. */
export interface Waiter {
  readonly requestId: string;
  readonly conversationId: string;
  /** Resolves the `ask`; a second time it does nothing. */
  resolve(result: AskUserResult): void;
  reject(error: Error): void;
}

/** The `ask`s of this process, by request. */
export interface Waiters {
  add(waiter: Waiter): void;
  delete(waiter: Waiter): void;
  /** Those of one request. */
  of(requestId: string): readonly Waiter[];
  all(): readonly Waiter[];
  ids(): readonly string[];
}

export function createWaiters(): Waiters {
  const byRequest = new Map<string, Set<Waiter>>();
  return {
    add(waiter) {
      const there = byRequest.get(waiter.requestId) ?? new Set();
      byRequest.set(waiter.requestId, there.add(waiter));
    },
    delete(waiter) {
      const there = byRequest.get(waiter.requestId);
      there?.delete(waiter);
      if (there?.size === 0) byRequest.delete(waiter.requestId);
    },
    of: (requestId) => [...(byRequest.get(requestId) ?? [])],
    all: () => [...byRequest.values()].flatMap((there) => [...there]),
    ids: () => [...byRequest.keys()],
  };
}
