import type { AskUserResult } from '../../core/answer/types.js';
import { defined } from '../../core/guards.js';
import { AbandonedError } from '../errors.js';
import { createMemoryStore } from '../store/memory.js';
import { within } from '../store/within.js';
import type { Settlement, StoredRequest } from '../store/types.js';
import { beatOf, keepAlive } from './alive.js';
import { startAsk } from './asking.js';
import { createBoard } from './board.js';
import { checkReplies, checkSoFar } from './check-replies.js';
import { checkMaxBytes } from './check-size.js';
import { openDetached } from './detached.js';
import { prepare } from './prepare.js';
import { checkLease, checkTimeout, closedError, isEqual, reasonOf, refusal, withReason } from './requests.js';
import type { AskUserBroker, BrokerOptions, EndOptions, Outcome } from './types.js';
import { createWaiters } from './waiters.js';

/** A question that is asked before a weekend or a holiday can be answered after it. */
const LEASE_MS = 604_800_000;
/** A process that misses two beats is not taken for dead. */
const BEATS = 3;
/** How long a shutdown waits for a store that hangs. */
const FAREWELL_MS = 2_000;
const REQUEST_BYTES = 1_048_576;
/** How often an ending is tried again that came to nothing, while the request is still open. */
const TRIES = 3;

/**
 * The place where questions wait for a person: agents `ask`, clients `answer`, everybody who subscribes is told.
 *
 * @throws RangeError where `leaseMs` is no time span, or `maxRequestBytes` no size
 * @example
 * const broker = createAskUserBroker();
 * const tool = createAskUserTool({ tool: askUserTool, broker });
 */
export function createAskUserBroker(options: BrokerOptions = {}): AskUserBroker {
  const { store = createMemoryStore(), now = Date.now, leaseMs = LEASE_MS } = options;
  const { nextId = () => crypto.randomUUID(), maxRequestBytes = REQUEST_BYTES } = options;
  checkLease(leaseMs);
  checkMaxBytes(maxRequestBytes);
  const preparing = { now, nextId, maxRequestBytes };
  const waiters = createWaiters();
  /** Who waits, as the store knows it. */
  const owner = crypto.randomUUID();
  const beatMs = beatOf(leaseMs);
  /** Endings of agents that have gone on, which the store did not take. */
  const owed = new Map<string, AskUserResult>();
  let closing: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  const onError = (error: unknown) => {
    try {
      (options.onError ?? console.error)(error);
    } catch {
      // Whoever hears of failures must not make one.
    }
  };

  const board = createBoard({ store, now, waiters, onError });

  /** The first beat, as long as it has not failed. */
  let alive: Promise<void> | undefined;
  function beat(): Promise<void> {
    if (!store.durable) return Promise.resolve();
    const beating = store.beat(owner, BEATS * beatMs);
    alive ??= beating;
    beating.catch(() => {
      if (alive === beating) alive = undefined;
    });
    return beating;
  }

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

  /** The one way a request ends. `orphaned`: even if nobody waits for it. `stored`: what was read of it. */
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

  /** Ends what an agent has left, and reports what was settled instead if the agent has gone on without it. */
  async function withdraw(requestId: string, result: AskUserResult, hasGone: () => boolean): Promise<void> {
    const { ok } = await finish(requestId, result, {}, { orphaned: true, leaver: owner });
    const settlement = ok || !hasGone() ? undefined : (await board.look(requestId))?.settlement;
    if (!owed.delete(requestId) || !settlement || isEqual(settlement.result, result)) return;
    onError(new AbandonedError(requestId, settlement));
  }

  /** Ends what an agent has left, should that have failed before. */
  async function pay(requestId: string): Promise<void> {
    const result = owed.get(requestId);
    if (result && !waiters.kept(requestId)) await withdraw(requestId, result, () => true);
  }

  /** A person's ending. */
  async function end(requestId: string, result: AskUserResult, endOptions?: EndOptions): Promise<Outcome> {
    await pay(requestId);
    return finish(requestId, result, endOptions);
  }

  function stayAlive(): void {
    if (!store.durable || closing) return;
    stop ??= keepAlive({
      beatMs,
      async renew() {
        await Promise.all([beat(), ...[...owed.keys()].map(pay)]);
      },
      reconcile: board.reconcile,
      onError,
    });
  }

  async function close(): Promise<void> {
    stop?.();
    if (store.durable) {
      for (const waiter of waiters.all()) waiter.reject(closedError(true));
      // Leases count from now on. Where this fails, they do so a little later.
      if (alive) await within(FAREWELL_MS, store.beat(owner, 0), '').catch(() => undefined);
    } else {
      const aborted = { status: 'aborted', reason: 'The host was shut down.' } as const;
      await Promise.all(waiters.all().map((waiter) => waiter.leave(aborted)));
    }
    board.close();
  }

  const pending: AskUserBroker['pending'] = (conversationId) =>
    board.list(typeof conversationId === 'string' ? [conversationId] : conversationId);

  return {
    async ask(request, askOptions) {
      const { signal, leaseMs: lease } = askOptions;
      checkTimeout(askOptions.timeoutMs);
      if (closing) throw closedError(false);
      if (signal?.aborted) return withReason('aborted', reasonOf(signal));
      const prepared = prepare(request, askOptions, preparing);
      if (!prepared.ok) return { status: 'invalid', issues: prepared.issues };
      stayAlive();
      return startAsk(prepared.asked, askOptions, {
        waiters,
        async open(opened) {
          // Known as alive first: nobody who leaves a request ends it for this process.
          if (store.durable) await (alive ?? beat());
          return store.open(opened, { owner, leaseMs: lease ?? leaseMs });
        },
        attach: (opened) => store.attach(opened, { owner, leaseMs: lease }),
        withdraw(opened, result, hasGone) {
          owed.set(opened, result);
          return withdraw(opened, result, hasGone).catch(onError);
        },
        refresh: board.refresh,
        look: board.look,
        owe: (opened, result) => void owed.set(opened, result),
        onError,
      });
    },
    async open(request, openOptions) {
      if (closing) throw closedError(false);
      const prepared = prepare(request, openOptions, preparing);
      if (!prepared.ok) return { ok: false, code: 'invalid', issues: prepared.issues };
      const { asked } = prepared;
      stayAlive();
      return {
        ok: true,
        opened: await openDetached(asked, openOptions.leaseMs ?? 'none', { store, refresh: board.refresh }),
      };
    },
    pending,
    get: board.look,
    async answer(requestId, replies, endOptions) {
      await pay(requestId);
      const stored = await find(requestId, endOptions?.instanceId);
      if (!stored) return refusal(stored);
      const built = checkReplies(stored.request, replies, stored);
      const result = built.ok ? ({ status: 'answered', answers: built.value } as const) : undefined;
      if (stored.state !== 'awaiting_user_response') {
        return refusal(stored, { result, key: endOptions?.key, by: endOptions?.by });
      }
      if (!built.ok) return { ok: false, code: 'invalid', issues: built.issues };
      return finish(requestId, { status: 'answered', answers: built.value }, endOptions, { stored });
    },
    cancel: (requestId, endOptions) => end(requestId, withReason('cancelled', endOptions?.reason), endOptions),
    async decline(requestId, endOptions) {
      const declined = withReason('declined', endOptions?.reason);
      if (endOptions?.discuss !== true) return end(requestId, declined, endOptions);
      await pay(requestId);
      const stored = await find(requestId, endOptions.instanceId);
      if (!stored) return refusal(stored);
      const built = checkSoFar(stored.request, endOptions.replies ?? []);
      if (!built.ok && stored.state === 'awaiting_user_response')
        return { ok: false, code: 'invalid', issues: built.issues };
      if (!built.ok) return refusal(stored);
      const result = { ...declined, discuss: true, answers: built.value } as const;
      return finish(requestId, result, endOptions, { stored });
    },
    async supersede(conversationId, reason) {
      const open = await pending(conversationId);
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
    subscribe(listener, subscribeOptions) {
      stayAlive();
      return board.subscribe(listener, subscribeOptions);
    },
    lastEventId: board.lastEventId,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
