import type { AskUserResult } from '../../core/answer/types.js';
import { defined } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import { AbandonedError } from '../errors.js';
import type { Settlement, StoredRequest } from '../store/types.js';
import type { Board, BoardOptions } from './publisher.js';
import { checkReplies, checkSoFar } from './check-replies.js';
import { isEqual, refusal, withReason } from './requests.js';
import type { AskUserBroker, EndOptions, Outcome } from './types.js';

/** Attempts to settle if the store refuses although the request is still pending. */
const TRIES = 3;

const UNATTENDED = { status: 'unavailable', reason: 'No user was there to see the question.' } as const;

export interface SettlingOptions extends BoardOptions {
  readonly board: Board;
  /** Renews the leases of this process. */
  readonly beat: () => Promise<void>;
}

/** Settles requests. */
export interface Settling extends Pick<AskUserBroker, 'answer' | 'cancel' | 'decline' | 'supersede'> {
  /**
   * Withdraws a request whose `ask` was aborted or timed out, unless another process waits for it. Never rejects.
   *
   * @param hasGone - Returns whether the `ask` resolved without waiting for the store.
   */
  withdraw(requestId: string, result: AskUserResult, hasGone: () => boolean): Promise<void>;
  /** Settles an unattended request as `unavailable`. */
  giveUp(stored: StoredRequest): Promise<void>;
  /** Schedules a withdrawal for when the store is back. */
  owe(requestId: string, result: AskUserResult): void;
  /** Retries all withdrawals that the store has not taken. */
  payAll(): Promise<void>;
}

export function createSettling({ store, board, waiters, owner, now, beat, onError }: SettlingOptions): Settling {
  /** Results of withdrawals that the store has not taken yet. */
  const owed = new Map<string, AskUserResult>();

  /** Reads a request. If it looks orphaned but has a waiter here, the lease is renewed first. */
  async function look(requestId: string): Promise<StoredRequest | undefined> {
    const stored = await board.look(requestId);
    if (stored?.state !== 'orphaned' || !waiters.kept(requestId)) return stored;
    await beat();
    return board.look(requestId);
  }

  /** Reads a request; `undefined` if it is not the named instance. */
  async function find(requestId: string, instanceId: string | undefined): Promise<StoredRequest | undefined> {
    const stored = await look(requestId);
    return (instanceId ?? stored?.instanceId) === stored?.instanceId ? stored : undefined;
  }

  /** Settles a request; with `orphaned`, also an orphaned one. `stored` is the request as it was read. */
  async function finish(
    requestId: string,
    result: AskUserResult,
    { by, key, instanceId: named }: EndOptions = {},
    { orphaned = false, stored, leaver }: { orphaned?: boolean; stored?: StoredRequest; leaver?: string } = {},
  ): Promise<Outcome> {
    const settlement = defined<Settlement>({ result, by, key: key === '' ? undefined : key, settledAt: now() });
    const instanceId = named ?? stored?.instanceId;
    for (let tries = 1; ; tries++) {
      if (await store.settle(requestId, settlement, { orphaned, instanceId, leaver })) {
        await board.ended(requestId, settlement, stored).catch(onError);
        return { ok: true };
      }
      const there = await find(requestId, instanceId);
      if (there?.state !== 'awaiting_user_response' || leaver || tries === TRIES) {
        return refusal(there, { result, key: settlement.key, by });
      }
    }
  }

  /** Withdraws a request. If it was settled before and its agent went on without that, reports an `AbandonedError`. */
  async function leave(requestId: string, result: AskUserResult, hasGone: () => boolean): Promise<void> {
    const { ok } = await finish(requestId, result, {}, { orphaned: true, leaver: owner });
    const there = ok || !hasGone() ? undefined : await board.look(requestId);
    const settlement = isEqual(there?.settlement?.result, result) ? undefined : there?.settlement;
    if (there && settlement && owed.has(requestId)) {
      await store.unreached?.(requestId, there.instanceId);
      await board.refresh(requestId);
    }
    if (owed.delete(requestId) && settlement) onError(new AbandonedError(requestId, settlement));
  }

  async function pay(requestId: string): Promise<void> {
    const result = owed.get(requestId);
    if (result && !waiters.kept(requestId)) await leave(requestId, result, () => true);
  }

  /** Settles with a result that needs no replies. */
  async function end(requestId: string, result: AskUserResult, options?: EndOptions): Promise<Outcome> {
    await pay(requestId);
    return finish(requestId, result, options);
  }

  /** Settles with the result that `check` builds from the replies. */
  async function reply(
    requestId: string,
    options: EndOptions | undefined,
    check: (stored: StoredRequest) => ParseResult<AskUserResult>,
  ): Promise<Outcome> {
    await pay(requestId);
    const stored = await find(requestId, options?.instanceId);
    if (!stored) return refusal(stored);
    const checked = check(stored);
    const isOpen = stored.state === 'awaiting_user_response';
    if (isOpen && !checked.ok) return { ok: false, code: 'invalid', issues: checked.issues };
    if (!isOpen || !checked.ok) return refusal(stored, { ...options, result: checked.ok ? checked.value : undefined });
    return finish(requestId, checked.value, options, { stored });
  }

  return {
    withdraw(requestId, result, hasGone) {
      owed.set(requestId, result);
      return leave(requestId, result, hasGone).catch(onError);
    },
    async giveUp(stored) {
      await finish(stored.request.requestId, UNATTENDED, {}, { orphaned: true, stored });
    },
    owe: (requestId, result) => void owed.set(requestId, result),
    async payAll() {
      await Promise.all([...owed.keys()].map(pay));
    },
    answer: (requestId, replies, options) =>
      reply(requestId, options, (stored) => {
        const built = checkReplies(stored.request, replies, stored);
        return built.ok ? { ...built, value: { status: 'answered', answers: built.value } } : built;
      }),
    cancel: (requestId, options) => end(requestId, withReason('cancelled', options?.reason), options),
    async decline(requestId, options) {
      const declined = withReason('declined', options?.reason);
      if (options?.discuss !== true) return end(requestId, declined, options);
      return reply(requestId, options, ({ request }) => {
        const built = checkSoFar(request, options.replies ?? []);
        return built.ok ? { ...built, value: { ...declined, discuss: true, answers: built.value } } : built;
      });
    },
    async supersede(conversationId, reason) {
      const open = await board.list([conversationId]);
      const ended = await Promise.allSettled(
        open.map(async (stored) => {
          const { requestId } = stored.request;
          const { ok } = await finish(requestId, withReason('superseded', reason), {}, { orphaned: true, stored });
          return ok ? [requestId] : [];
        }),
      );
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return { ok: true, requestIds: ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])) };
    },
  };
}
