import type { AskUserResult } from '../../core/answer/types.js';
import type { NewRequest, StoredRequest } from '../store/types.js';
import { isSameRequest } from './requests.js';

export interface Waiter {
  readonly asked: NewRequest;
  /** Whether the store has confirmed that it has the request. */
  isStored: boolean;
  /** Whether it was stopped or has timed out, and only waits for the store to confirm its withdrawal. */
  readonly isLeaving: boolean;
  /** Whether it can reply to questions of the user. */
  readonly replies: boolean;
  /** Called with each pending state of the request that was read. */
  onRead(stored: StoredRequest): void;
  /** Resolves the `ask`. A second call has no effect. */
  resolve(result: AskUserResult): void;
  reject(error: Error): void;
  /** Settles the request with this result, unless another `ask` waits for it. Resolves when this `ask` is done. */
  settleAs(result: AskUserResult): Promise<void>;
}

export interface Waiters {
  add(waiter: Waiter): void;
  delete(waiter: Waiter): void;
  forRequest(requestId: string): readonly Waiter[];
  /** Returns whether an \`ask\` waits for this request, other than those that are leaving. */
  isWanted(asked: NewRequest): boolean;
  all(): readonly Waiter[];
  ids(): readonly string[];
  getStored(requestId: string): NewRequest | undefined;
  conversations(): Iterable<string>;
  hasConversation(conversationId: string): boolean;
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
    for (const { isStored, asked } of byRequest.get(requestId) ?? []) if (isStored) return asked;
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
    forRequest: of,
    isWanted: (asked) => of(asked.request.requestId).some((one) => !one.isLeaving && isSameRequest(one.asked, asked)),
    all: () => [...byRequest.values()].flatMap((there) => [...there]),
    ids: () => [...byRequest.keys()].filter(kept),
    getStored: kept,
    conversations: () => conversations.keys(),
    hasConversation: (conversationId) => conversations.has(conversationId),
  };
}
