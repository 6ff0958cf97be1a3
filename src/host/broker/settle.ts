import type { AskUserResult } from '../../core/answer/types.js';
import { defined } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import { AbandonedError } from '../errors.js';
import type { SettleConditions } from '../store/requests.js';
import type { NewRequest, Settlement, StoredRequest } from '../store/types.js';
import type { Publisher, PublisherOptions } from './publisher.js';
import { checkDiscussion, checkReplies } from './check-replies.js';
import { isEqual, isPending, getLateResult, notSettledError, withReason } from './requests.js';
import type { AskUserBroker, SettleOptions, SettleResult, SupersedeTarget } from './types.js';

/** Maximum number of attempts to settle if the store refuses although the request can still be answered. */
const TRIES = 3;

const UNATTENDED = { status: 'unavailable', reason: 'No user was there to see the question.' } as const;

export interface SettlingOptions extends PublisherOptions {
  readonly publisher: Publisher;
  readonly beat: () => Promise<void>;
}

export interface Settling extends Pick<AskUserBroker, 'answer' | 'cancel' | 'decline' | 'supersede'> {
  /** Is `withdraw` of the broker. */
  withdrawStored: AskUserBroker['withdraw'];
  /**
   * Withdraws a request after its last `ask` in this process was aborted, timed out or closed, unless another process
   * waits for it, or another \`ask\` before the withdrawal is written. Never rejects.
   *
   * @param hasGone - Returns whether the `ask` resolved before the store confirmed.
   */
  withdraw(asked: NewRequest, result: AskUserResult, hasGone: () => boolean): Promise<void>;
  settleUnattended(stored: StoredRequest): Promise<void>;
  /**
   * Schedules a withdrawal for the next beat or the next delivery to this request. Without a durable store, there are
   * no beats.
   */
  scheduleWithdrawal(asked: NewRequest, result: AskUserResult): void;
  /** Forgets the withdrawal of a request that was asked again. */
  cancelWithdrawal(requestId: string): void;
  retryAllWithdrawals(): Promise<void>;
}

interface Withdrawal {
  readonly asked: NewRequest;
  readonly result: AskUserResult;
}

interface FinishOptions extends Pick<SettleConditions, 'orphaned' | 'leaver' | 'isStill'> {
  /** The request as it was read before. */
  readonly stored?: StoredRequest | undefined;
}

export function createSettling({ requests, publisher, waiters, owner, now, beat, onError }: SettlingOptions): Settling {
  /** The withdrawals that the store has not confirmed, by request id. */
  const pendingWithdrawals = new Map<string, Withdrawal>();

  /** Reads a request. If it is orphaned but has a waiter here, renews the lease and reads it again. */
  async function readCurrent(requestId: string): Promise<StoredRequest | undefined> {
    const stored = await publisher.readCurrent(requestId);
    if (stored?.state !== 'orphaned' || !waiters.getStored(requestId)) return stored;
    await beat();
    return publisher.readCurrent(requestId);
  }

  async function find(requestId: string, instanceId: string | undefined): Promise<StoredRequest | undefined> {
    const stored = await readCurrent(requestId);
    return (instanceId ?? stored?.instanceId) === stored?.instanceId ? stored : undefined;
  }

  async function finish(
    requestId: string,
    result: AskUserResult,
    { by, idempotencyKey, instanceId: named }: SettleOptions = {},
    { stored, ...conditions }: FinishOptions = {},
  ): Promise<SettleResult> {
    const settlement = defined<Settlement>({
      result,
      by,
      idempotencyKey: idempotencyKey === '' ? undefined : idempotencyKey,
      settledAt: now(),
    });
    const instanceId = named ?? stored?.instanceId;
    for (let tries = 1; ; tries++) {
      if (
        await requests.settle(requestId, settlement, { ...conditions, instanceId }, tries === 1 ? stored : undefined)
      ) {
        await publisher.onSettledHere(requestId, settlement, stored).catch(onError);
        return { ok: true };
      }
      const there = await find(requestId, instanceId);
      if (there?.state !== 'awaiting_user_response' || conditions.leaver) {
        return getLateResult(there, { result, idempotencyKey: settlement.idempotencyKey, by });
      }
      if (tries === TRIES) throw notSettledError(requestId);
    }
  }

  /** Withdraws a request, and reports a settlement that its agent did not wait for. */
  async function leave({ asked, result }: Withdrawal, hasGone: () => boolean): Promise<void> {
    const { requestId } = asked.request;
    const isStill = () => !waiters.isWanted(asked);
    const { ok } = await finish(requestId, result, {}, { orphaned: true, leaver: owner, isStill });
    if (!isStill()) return;
    const there = ok || !hasGone() ? undefined : await publisher.readCurrent(requestId);
    const settlement = isEqual(there?.settlement?.result, result) ? undefined : there?.settlement;
    if (there && settlement && pendingWithdrawals.has(requestId)) {
      await requests.unreached(requestId, there.instanceId);
      await publisher.refresh(requestId);
    }
    if (pendingWithdrawals.delete(requestId) && settlement) onError(new AbandonedError(requestId, settlement));
  }

  async function retryWithdrawal(requestId: string): Promise<void> {
    const withdrawal = pendingWithdrawals.get(requestId);
    if (withdrawal && !waiters.getStored(requestId)) await leave(withdrawal, () => true);
  }

  async function end(requestId: string, result: AskUserResult, options?: SettleOptions): Promise<SettleResult> {
    await retryWithdrawal(requestId);
    const stored = await find(requestId, options?.instanceId);
    return stored ? finish(requestId, result, options, { stored }) : getLateResult(stored);
  }

  async function reply(
    requestId: string,
    options: SettleOptions | undefined,
    check: (stored: StoredRequest) => ParseResult<AskUserResult>,
  ): Promise<SettleResult> {
    await retryWithdrawal(requestId);
    const stored = await find(requestId, options?.instanceId);
    if (!stored) return getLateResult(stored);
    const checked = check(stored);
    const isOpen = stored.state === 'awaiting_user_response';
    if (isOpen && !checked.ok) return { ok: false, code: 'invalid', issues: checked.issues };
    if (!isOpen || !checked.ok)
      return getLateResult(stored, { ...options, result: checked.ok ? checked.value : undefined });
    return finish(requestId, checked.value, options, { stored });
  }

  async function targetsOf(target: SupersedeTarget): Promise<readonly StoredRequest[]> {
    if (typeof target === 'object' && 'requestId' in target) {
      const stored = await publisher.readCurrent(target.requestId);
      return stored && isPending(stored) && (target.instanceId ?? stored.instanceId) === stored.instanceId
        ? [stored]
        : [];
    }
    const { conversationId, blocking } =
      typeof target === 'object' ? target : { conversationId: target, blocking: false };
    const open = await publisher.list([conversationId]);
    return open.filter(({ request }) => !blocking || request.blocking !== false);
  }

  return {
    async withdrawStored(requestId, { reason, instanceId } = {}) {
      const stored = await find(requestId, instanceId);
      if (!stored) return getLateResult(stored);
      return finish(requestId, withReason('aborted', reason), { instanceId }, { orphaned: true, stored });
    },
    withdraw(asked, result, hasGone) {
      const withdrawal = { asked, result };
      pendingWithdrawals.set(asked.request.requestId, withdrawal);
      return leave(withdrawal, hasGone).catch(onError);
    },
    async settleUnattended(stored) {
      await finish(stored.request.requestId, UNATTENDED, {}, { orphaned: true, stored });
    },
    scheduleWithdrawal: (asked, result) => void pendingWithdrawals.set(asked.request.requestId, { asked, result }),
    cancelWithdrawal: (requestId) => void pendingWithdrawals.delete(requestId),
    async retryAllWithdrawals() {
      await Promise.all([...pendingWithdrawals.keys()].map(retryWithdrawal));
    },
    answer: (requestId, replies, options) =>
      reply(requestId, options, (stored) => {
        const built = checkReplies(stored.request, replies, stored.allow);
        return built.ok ? { ...built, value: { status: 'answered', answers: built.value } } : built;
      }),
    cancel: (requestId, options) => end(requestId, withReason('cancelled', options?.reason), options),
    async decline(requestId, options) {
      if (options?.discuss !== true) return end(requestId, withReason('declined', options?.reason), options);
      return reply(requestId, options, ({ request }) => checkDiscussion(request, options));
    },
    async supersede(target, reason) {
      const open = await targetsOf(target);
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
