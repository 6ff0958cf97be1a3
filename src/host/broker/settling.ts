import type { AskUserResult } from '../../core/answer/types.js';
import { defined } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import { AbandonedError } from '../errors.js';
import type { RequestStore, Settlement, StoredRequest } from '../store/types.js';
import type { Board } from './board.js';
import { checkReplies, checkSoFar } from './check-replies.js';
import { isEqual, refusal, withReason } from './requests.js';
import type { AskUserBroker, EndOptions, Outcome } from './types.js';
import type { Waiters } from './waiters.js';

/** How many times a settlement is tried that the store refused although the request is still open. */
const TRIES = 3;

const UNATTENDED = { status: 'unavailable', reason: 'No user was there to see the question.' } as const;

export interface SettlingOptions {
  readonly store: RequestStore;
  readonly board: Board;
  readonly waiters: Waiters;
  /** This broker, as the store knows it. */
  readonly owner: string;
  readonly now: () => number;
  /** Tells the store that this process is alive. */
  readonly beat: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Every way in which a request settles. */
export interface Settling extends Pick<AskUserBroker, 'answer' | 'cancel' | 'decline' | 'supersede'> {
  /** Settles the request that an agent has left, unless another process waits for it. Never rejects. */
  withdraw(requestId: string, result: AskUserResult, hasGone: () => boolean): Promise<void>;
  /** Settles a request that no user can see. */
  giveUp(stored: StoredRequest): Promise<void>;
  /** Keeps the settlement of a request that an agent has left until the store is back. */
  owe(requestId: string, result: AskUserResult): void;
  /** Tries again what is owed. */
  payAll(): Promise<void>;
}

export function createSettling({ store, board, waiters, owner, now, beat, onError }: SettlingOptions): Settling {
  /** Settlements of requests that agents have left, which the store has not taken yet. */
  const owed = new Map<string, AskUserResult>();

  /** A request as it is. While somebody here waits for it, it is no orphan, however late the beat is. */
  async function look(requestId: string): Promise<StoredRequest | undefined> {
    const stored = await board.look(requestId);
    if (stored?.state !== 'orphaned' || !waiters.kept(requestId)) return stored;
    await beat();
    return board.look(requestId);
  }

  /** The same, unless it is another instance than the one that is named. */
  async function find(requestId: string, instanceId: string | undefined): Promise<StoredRequest | undefined> {
    const stored = await look(requestId);
    return (instanceId ?? stored?.instanceId) === stored?.instanceId ? stored : undefined;
  }

  /** The one way a request settles. `orphaned`: even if nobody waits for it. `stored`: what was read of it. */
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

  /** Settles what an agent has left, and reports what had settled it before if the agent has gone on without that. */
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

  /** Settles as the user wants it. */
  async function end(requestId: string, result: AskUserResult, options?: EndOptions): Promise<Outcome> {
    await pay(requestId);
    return finish(requestId, result, options);
  }

  /** Settles with what `check` makes of the user's replies. */
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
