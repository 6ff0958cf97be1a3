import { REPLY_MS } from '../../core/flow/connect-ask-back.js';
import { checkFunctions, checkMethods, checkMs, checkSignal, checkThat } from '../check.js';
import { createMemoryStore } from '../store/memory/index.js';
import { createRequests } from '../store/requests.js';
import { safely } from '../guard.js';
import { withTimeout } from '../time.js';
import { beatOf, startHeartbeat } from './heartbeat.js';
import { openDetached, startAsk } from './ask.js';
import { createRepliers } from './replier.js';
import { createTurns, type InTurn } from './turns.js';
import { createAskBack } from './ask-back.js';
import { createAttendance, type Unattended } from './attendance.js';
import { createPublisher, idsOf } from './publisher.js';
import { checkCallback, createCallbacks } from './callbacks.js';
import { checkMaxBytes } from './check-size.js';
import { prepare } from './prepare.js';
import { checkLease, checkTimeout, closedError, isPending, reasonOf, withReason } from './requests.js';
import { createSettling } from './settle.js';
import type { BrokerOptions } from './options.js';
import type { AskUserBroker, OpenOptions } from './types.js';
import { createWaiters } from './waiters.js';

/** Seven days: a question that is asked before a weekend can be answered after it. */
const LEASE_MS = 604_800_000;
/** A process is considered dead after this many beats without a renewal. */
const BEATS = 3;
/** How long `close` waits for the last beat, for the presence to be saved, and for withdrawals to be stored. */
const FAREWELL_MS = 2_000;
const UNSURE =
  'The broker was closed before the store confirmed that the questions of stopped agents are withdrawn. They may stay pending until their leases end.';
/** Long enough to reload a page or to change the network. */
const UNATTENDED_MS = 30_000;
/** Long enough for a model that reads files first. */
const REQUEST_BYTES = 1_048_576;
const STORE_METHODS = ['insert', 'get', 'list', 'overdue', 'compareAndSet', 'remove', 'watch'];
/** Options of a JavaScript caller that passes none. */
const NO_CONVERSATION = {} as OpenOptions;

/**
 * Creates a broker, which connects agents that `ask` with clients that `answer`.
 *
 * @throws {RangeError} If `leaseMs`, `unattendedMs`, `replyMs` or `maxRequestBytes` is invalid.
 * @throws {TypeError} If another option is invalid.
 * @example
 * const broker = createAskUserBroker();
 * const tool = createAskUserTool({ transport: broker });
 */
export function createAskUserBroker(options: BrokerOptions = {}): AskUserBroker {
  const { store = createMemoryStore(), now = Date.now, leaseMs = LEASE_MS } = options;
  const { nextId = () => crypto.randomUUID(), maxRequestBytes = REQUEST_BYTES } = options;
  const { unattendedMs = UNATTENDED_MS, onUnattended, whenUnattended = 'wait', replyMs = REPLY_MS } = options;
  checkFunctions({ now, nextId, onUnattended, onError: options.onError });
  checkMs('unattendedMs', unattendedMs, Infinity, ', or omit it (default 30000)');
  checkMs('replyMs', replyMs, Infinity, ', or omit it (default 300000)');
  const isKnown = ['wait', 'unavailable'].includes(whenUnattended);
  checkThat(isKnown, 'whenUnattended', whenUnattended, '"wait" or "unavailable", or omit it');
  checkLease(leaseMs);
  checkMaxBytes(maxRequestBytes);
  checkMethods('store', store, STORE_METHODS, 'a store, such as the one of `createMemoryStore()`');
  const preparing = { now, nextId, maxRequestBytes };
  const waiters = createWaiters();
  const owner = crypto.randomUUID();
  const beatMs = beatOf(leaseMs);
  let closing: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  const onError = safely((error) => (options.onError ?? console.error)(error));
  const requests = createRequests(store, onError);
  const shared = { requests, now, waiters, owner, leaseMs, beatMs, onError };
  const publisher = createPublisher(shared);

  /** A beat that has succeeded or is in flight, if any. */
  let alive: Promise<void> | undefined;
  function beat(): Promise<void> {
    if (!store.durable) return Promise.resolve();
    const beating = requests.beat(owner, BEATS * beatMs);
    alive ??= beating;
    beating.catch(() => {
      if (alive === beating) alive = undefined;
    });
    return beating;
  }

  const isAlive = () => alive ?? beat();

  const settling = createSettling({ ...shared, publisher, beat });
  // The memory store keeps the order by itself.
  const inTurn: InTurn = store.durable ? createTurns() : (_, work) => work();
  const createReplier = createRepliers({ ...shared, replyMs });
  const asking = { ...shared, publisher, beat, settling, alive: isAlive, inTurn, createReplier };
  const callbacks = createCallbacks(requests, onError);

  async function reportUnattended(unattended: Unattended): Promise<void> {
    if (unattended.isReported && whenUnattended === 'wait') return;
    const { requestId } = unattended;
    const stored = await publisher.readCurrent(requestId);
    // The store has not opened it yet.
    if (!stored && waiters.forRequest(requestId).length > 0) return;
    if (!stored || !isPending(stored)) return attendance.end(requestId);
    if (!unattended.isReported) {
      unattended.isReported = true;
      try {
        await onUnattended?.(stored);
      } catch (error) {
        onError(error);
      }
    }
    // An agent that does not wait needs no result.
    if (whenUnattended === 'unavailable' && stored.request.blocking !== false) await settling.settleUnattended(stored);
  }
  const attendance = createAttendance({
    presence: requests,
    owner,
    alive: isAlive,
    unattendedMs,
    onUnattended: onUnattended || whenUnattended === 'unavailable' ? reportUnattended : undefined,
    onError,
  });
  const unwatch = store.watch((change) => {
    if (!change) attendance.saveAgain();
    else if (attendance.isWatched(change.requestId)) {
      publisher
        .readCurrent(change.requestId)
        .then((stored) => stored?.state === 'settled' && attendance.end(change.requestId))
        .catch(onError);
    }
  });

  function stayAlive(): void {
    if (!store.durable || closing) return;
    stop ??= startHeartbeat({
      beatMs,
      async renew() {
        await Promise.all([beat(), settling.retryAllWithdrawals(), attendance.renew(), requests.purge()]);
      },
      reconcile: publisher.reconcile,
      onError,
    });
  }

  async function close(): Promise<void> {
    stop?.();
    const idle = callbacks.close();
    const aborted = { status: 'aborted', reason: 'The host was shut down.' } as const;
    const leaving = waiters.all().filter(({ isLeaving }) => isLeaving);
    // No beat repeats withdrawals afterwards. A call that waits keeps its question, so this precedes its end.
    const withdrawing = [settling.retryAllWithdrawals(), ...leaving.map((waiter) => waiter.settleAs(aborted))];
    const withdrawn = withTimeout(FAREWELL_MS, Promise.all(withdrawing), UNSURE).catch(onError);
    if (store.durable) {
      for (const waiter of waiters.all()) if (!waiter.isLeaving) waiter.reject(closedError(true));
      // The leases of requests that only this process waits for start now. If this fails, they start when the process
      // is considered dead.
      if (alive) await withTimeout(FAREWELL_MS, requests.beat(owner, 0), '').catch(() => undefined);
    } else {
      await Promise.all(waiters.all().map((waiter) => waiter.settleAs(aborted)));
      await withTimeout(FAREWELL_MS, attendance.leave(), '').catch(() => undefined);
    }
    await Promise.all([withdrawn, idle]);
    unwatch();
    attendance.close();
    publisher.close();
  }

  return {
    async ask(request, askOptions = NO_CONVERSATION) {
      const { signal } = askOptions;
      checkTimeout(askOptions.timeoutMs);
      checkFunctions({ onAskBack: askOptions.onAskBack });
      checkSignal(signal);
      if (closing) throw closedError(false);
      if (signal?.aborted) return withReason('aborted', reasonOf(signal));
      const prepared = prepare(request, askOptions, { ...preparing, waits: true });
      if (!prepared.ok) return { status: 'invalid', issues: prepared.issues };
      stayAlive();
      const { requestId } = prepared.asked.request;
      const unattend = attendance.watch(requestId, askOptions.conversationId);
      return startAsk(prepared.asked, askOptions, asking).finally(unattend);
    },
    async open(request, openOptions = NO_CONVERSATION) {
      if (closing) throw closedError(false);
      if (openOptions.callback !== undefined) checkCallback(openOptions.callback);
      const prepared = prepare(request, openOptions, { ...preparing, waits: false });
      if (!prepared.ok) return { ok: false, code: 'invalid', issues: prepared.issues };
      const { asked } = prepared;
      stayAlive();
      const opened = await openDetached(asked, asked.leaseMs ?? 'none', asking);
      if (isPending(opened)) attendance.watch(asked.request.requestId, asked.conversationId);
      return { ok: true, opened };
    },
    registerCallback(name, handler, callbackOptions) {
      if (closing) throw closedError(false);
      stayAlive();
      return callbacks.register(name, handler, callbackOptions);
    },
    parkedCallbacks: requests.parked,
    retryCallback: requests.retry,
    pending: (conversationId) => publisher.list(typeof conversationId === 'string' ? [conversationId] : conversationId),
    get: publisher.readCurrent,
    answer: settling.answer,
    cancel: settling.cancel,
    decline: settling.decline,
    ...createAskBack({ requests, publisher }),
    withdraw: settling.withdrawStored,
    supersede: settling.supersede,
    async purge(conversationId) {
      await settling.supersede(conversationId);
      const requestIds = await requests.forget(conversationId);
      publisher.forget(conversationId);
      return { ok: true, requestIds };
    },
    subscribe(listener, subscribeOptions) {
      checkThat(typeof listener === 'function', 'listener', listener, 'a function');
      stayAlive();
      const unsubscribe = publisher.subscribe(listener, subscribeOptions);
      if (!subscribeOptions?.attended) return unsubscribe;
      const leave = attendance.attend(idsOf(subscribeOptions));
      return () => {
        leave();
        unsubscribe();
      };
    },
    lastEventId: publisher.lastEventId,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
