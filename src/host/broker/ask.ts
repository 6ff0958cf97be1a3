import type { AskUserResult } from '../../core/answer/types.js';
import type { NewRequest, LeaseMs, StoredRequest } from '../store/types.js';
import {
  duplicateError,
  isPending,
  isSameRequest,
  openAgainError,
  otherCallbackError,
  reasonOf,
  storeError,
  unsureError,
  withReason,
} from './requests.js';
import type { Settling, SettlingOptions } from './settle.js';
import type { InTurn } from './turns.js';
import { after } from '../time.js';
import type { createRepliers } from './replier.js';
import type { BrokerAskOptions } from './types.js';
import type { Waiter } from './waiters.js';

/** Maximum time that an aborted, timed-out or closed `ask` waits for the store, in milliseconds. */
const GRACE_MS = 5_000;

export interface AskDependencies extends SettlingOptions {
  readonly settling: Settling;
  readonly alive: () => Promise<void>;
  /** Stores the requests of a conversation one by one: on several connections, they would lose their order. */
  readonly inTurn: InTurn;
  readonly createReplier: ReturnType<typeof createRepliers>;
}

export function startAsk(
  asked: NewRequest,
  { signal, timeoutMs, leaseMs, onAskBack }: BrokerAskOptions,
  {
    requests,
    waiters,
    publisher,
    settling,
    owner,
    alive,
    inTurn,
    createReplier,
    onError,
    ...defaults
  }: AskDependencies,
): Promise<AskUserResult> {
  const { requestId } = asked.request;
  const stops: (() => void)[] = [];
  let isDone = false;
  let hasGone = false;
  let requestedResult: AskUserResult | undefined;

  const replier = onAskBack && createReplier(onAskBack);
  const replies = replier !== undefined;
  if (replier) stops.push(replier.stop);

  let waiter: Waiter;
  const promise = new Promise<AskUserResult>((resolve, reject) => {
    const end = () => {
      isDone = true;
      waiters.delete(waiter);
      for (const stop of stops.splice(0)) stop();
      if (replies && requestedResult) passOn().catch(onError);
    };
    waiter = {
      asked,
      isStored: false,
      replies,
      get isLeaving() {
        return requestedResult !== undefined;
      },
      onRead: (stored) => replier?.look(stored),
      resolve: (result) => (end(), resolve(result)),
      reject: (error) => (end(), reject(error)),
      async settleAs(result) {
        if (!isDone && !requestedResult) {
          requestedResult = result;
          stops.push(after(GRACE_MS, () => leaveWith(result)));
          if (waiter.isStored) void withdrawIfLast(result);
        }
        await promise.catch(() => undefined);
      },
    };
  });

  async function open(): Promise<StoredRequest | undefined> {
    // The store must know that this process lives. Otherwise, another process that stops waiting settles the request.
    if (requests.durable) await alive();
    const options = { owner, replies, leaseMs: leaseMs ?? defaults.leaseMs };
    return inTurn(asked.conversationId, () => requests.open(asked, options));
  }

  /** Lets another agent here reply to the exchanges of this one, or says that none here can. */
  async function passOn(): Promise<void> {
    const canReply = () => waiters.forRequest(requestId).some((one) => one.replies);
    if (canReply()) await publisher.refresh(requestId);
    else if (waiters.forRequest(requestId).length > 0)
      await requests.attach(requestId, { owner, replies: false, isStill: () => !canReply() });
  }

  function leaveWith(result: AskUserResult): void {
    hasGone = true;
    waiter.resolve(result);
  }

  async function withdrawIfLast(result: AskUserResult): Promise<void> {
    if (!waiters.isWanted(asked)) await settling.withdraw(asked, result, () => hasGone);
    waiter.resolve(result);
  }

  function onOpened(there: StoredRequest | undefined): void {
    if (there && !isSameRequest(there, asked)) return waiter.reject(duplicateError(requestId));
    settling.cancelWithdrawal(requestId);
    if (there?.settlement) return waiter.resolve(there.settlement.result);
    // The `ask` was done before the store confirmed the open.
    if (isDone) return requestedResult && void withdrawIfLast(requestedResult);
    waiter.isStored = true;
    if (requestedResult) return void withdrawIfLast(requestedResult);
    const attached = there
      ? requests.attach(requestId, { owner, leaseMs, replies: replies || undefined, isStill: () => !isDone }, there)
      : Promise.resolve();
    void attached
      .catch(onError)
      .then(() => publisher.refresh(requestId))
      .catch(onError);
    return undefined;
  }

  /** The store may have stored the request before it failed, so look it up. */
  async function onOpenFailed(cause: unknown): Promise<void> {
    let error = storeError(cause);
    try {
      const there = await publisher.readCurrent(requestId);
      if (there) return onOpened(there);
    } catch {
      error = unsureError(cause);
      // `close` rejects an `ask` without a requested result. Its request must stay pending.
      if (requestedResult || !isDone) settling.scheduleWithdrawal(asked, requestedResult ?? { status: 'aborted' });
    }
    if (requestedResult) leaveWith(requestedResult);
    else waiter.reject(error);
  }

  waiters.add(waiter!);
  if (timeoutMs !== undefined) stops.push(after(timeoutMs, () => void waiter.settleAs({ status: 'timedOut' })));
  if (signal) {
    const onAbort = () => void waiter.settleAs(withReason('aborted', reasonOf(signal)));
    signal.addEventListener('abort', onAbort, { once: true });
    stops.push(() => signal.removeEventListener('abort', onAbort));
  }
  open().then(onOpened, onOpenFailed);
  return promise;
}

export async function openDetached(
  asked: NewRequest,
  leaseMs: LeaseMs,
  { requests, publisher, inTurn }: Pick<AskDependencies, 'requests' | 'publisher' | 'inTurn'>,
): Promise<StoredRequest> {
  const { requestId } = asked.request;
  let stored: StoredRequest | undefined;
  try {
    const open = () => requests.open(asked, { leaseMs });
    stored = (await inTurn(asked.conversationId, open)) ?? (await publisher.refresh(requestId));
  } catch (cause) {
    throw openAgainError(requestId, cause);
  }
  if (!stored) throw openAgainError(requestId);
  if (!isSameRequest(stored, asked)) throw duplicateError(requestId);
  const { callback } = asked;
  if (callback !== undefined && callback !== stored.callback && isPending(stored))
    throw otherCallbackError(stored, callback);
  return stored;
}
