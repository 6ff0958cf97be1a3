import type { AskUserResult } from '../../core/answer/types.js';
import type { AskedRequest } from '../store/types.js';

/** One `ask` that has not come back yet. */
export interface Waiter {
  readonly asked: AskedRequest;
  /** The store has its request. */
  isKept: boolean;
  /** Resolves the `ask`; a second time it does nothing. */
  resolve(result: AskUserResult): void;
  reject(error: Error): void;
  /** This `ask` is over, and so is its request, unless another one waits for that. Resolves when it has come back. */
  leave(result: AskUserResult): Promise<void>;
}

/** The `ask`s of this process, by request. */
export interface Waiters {
  add(waiter: Waiter): void;
  delete(waiter: Waiter): void;
  /** Those of one request. */
  of(requestId: string): readonly Waiter[];
  all(): readonly Waiter[];
  /** The requests that the store has, and that somebody here waits for. */
  ids(): readonly string[];
  /** Such a request. */
  kept(requestId: string): AskedRequest | undefined;
  conversations(): Iterable<string>;
  follow(conversationId: string): boolean;
}

export function createWaiters(): Waiters {
  const byRequest = new Map<string, Set<Waiter>>();
  const conversations = new Map<string, number>();

  const count = (conversationId: string, more: number) => {
    const waiting = (conversations.get(conversationId) ?? 0) + more;
    if (waiting > 0) conversations.set(conversationId, waiting);
    else conversations.delete(conversationId);
  };
  const of = (requestId: string) => [...(byRequest.get(requestId) ?? [])];
  const kept = (requestId: string) => {
    for (const { isKept, asked } of byRequest.get(requestId) ?? []) if (isKept) return asked;
    return undefined;
  };

  return {
    add(waiter) {
      const { requestId } = waiter.asked.request;
      const there = byRequest.get(requestId) ?? new Set();
      byRequest.set(requestId, there.add(waiter));
      count(waiter.asked.conversationId, 1);
    },
    delete(waiter) {
      const { requestId } = waiter.asked.request;
      const there = byRequest.get(requestId);
      if (!there?.delete(waiter)) return;
      if (there.size === 0) byRequest.delete(requestId);
      count(waiter.asked.conversationId, -1);
    },
    of,
    all: () => [...byRequest.values()].flatMap((there) => [...there]),
    ids: () => [...byRequest.keys()].filter(kept),
    kept,
    conversations: () => conversations.keys(),
    follow: (conversationId) => conversations.has(conversationId),
  };
}
