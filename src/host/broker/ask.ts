import type { AskUserResult } from '../../core/answer/types.js';
import type { AskedRequest, LeaseMs, StoredRequest } from '../store/types.js';
import { duplicateError, isSame, openAgainError, reasonOf, storeError, unsureError, withReason } from './requests.js';
import type { Settling, SettlingOptions } from './settle.js';
import { after } from './timers.js';
import type { BrokerAskOptions } from './types.js';
import type { Waiter } from './waiters.js';

/** How long an aborted or timed-out `ask` waits for the store to confirm the withdrawal. */
const GRACE_MS = 5_000;

export interface AskingOptions extends SettlingOptions {
  readonly settling: Settling;
  /** Resolves once the store knows that this process is alive. */
  readonly alive: () => Promise<void>;
}

/** Runs one `ask`, from opening the request to its only result. */
export function startAsk(
  asked: AskedRequest,
  { signal, timeoutMs, leaseMs }: BrokerAskOptions,
  { store, waiters, board, settling, owner, alive, onError, ...defaults }: AskingOptions,
): Promise<AskUserResult> {
  const { requestId } = asked.request;
  const stops: (() => void)[] = [];
  let isOver = false;
  let hasGone = false;
  /** The result to withdraw with. The first one counts. */
  let leaving: AskUserResult | undefined;

  const isAlone = () => waiters.of(requestId).every((one) => one === waiter || !isSame(one.asked, asked));

  let waiter: Waiter;
  const promise = new Promise<AskUserResult>((resolve, reject) => {
    const end = () => {
      isOver = true;
      waiters.delete(waiter);
      for (const stop of stops.splice(0)) stop();
    };
    waiter = {
      asked,
      isKept: false,
      resolve: (result) => (end(), resolve(result)),
      reject: (error) => (end(), reject(error)),
      async leave(result) {
        if (!isOver && !leaving) {
          leaving = result;
          stops.push(after(GRACE_MS, () => leaveWith(result)));
          if (waiter.isKept) void go(result);
        }
        await promise.catch(() => undefined);
      },
    };
  });

  async function open(): Promise<StoredRequest | undefined> {
    // The store must know that this process lives, or another waiter that leaves would settle the request.
    if (store.durable) await alive();
    return store.open(asked, { owner, leaseMs: leaseMs ?? defaults.leaseMs });
  }

  /** Resolves without the store's confirmation. */
  function leaveWith(result: AskUserResult): void {
    hasGone = true;
    waiter.resolve(result);
  }

  /** Withdraws the request, unless another `ask` of this process waits for it. */
  async function go(result: AskUserResult): Promise<void> {
    if (isAlone()) await settling.withdraw(requestId, result, () => hasGone);
    waiter.resolve(result);
  }

  /** Called with the existing request, or `undefined` if the store has stored this one. */
  function arrive(there: StoredRequest | undefined): void {
    if (there && !isSame(there, asked)) return waiter.reject(duplicateError(requestId));
    if (there?.settlement) return waiter.resolve(there.settlement.result);
    // The `ask` was done before the store confirmed the open: withdraw the request.
    if (isOver) return leaving && void go(leaving);
    waiter.isKept = true;
    if (leaving) return void go(leaving);
    const attached = there ? store.attach(requestId, { owner, leaseMs }) : Promise.resolve();
    attached.then(async () => there?.state === 'orphaned' && board.refresh(requestId)).catch(onError);
    board.refresh(requestId).catch(onError);
    return undefined;
  }

  /** Called if `open` failed. The store may have stored the request before it failed, so look it up. */
  async function fail(cause: unknown): Promise<void> {
    let error = storeError(cause);
    try {
      const there = await board.look(requestId);
      if (there) return arrive(there);
    } catch {
      error = unsureError(cause);
      // If the broker was closed meanwhile, the request must stay pending.
      if (leaving || !isOver) settling.owe(requestId, leaving ?? { status: 'aborted' });
    }
    if (leaving) leaveWith(leaving);
    else waiter.reject(error);
  }

  waiters.add(waiter!);
  if (timeoutMs !== undefined) stops.push(after(timeoutMs, () => void waiter.leave({ status: 'timedOut' })));
  if (signal) {
    const onAbort = () => void waiter.leave(withReason('aborted', reasonOf(signal)));
    signal.addEventListener('abort', onAbort, { once: true });
    stops.push(() => signal.removeEventListener('abort', onAbort));
  }
  open().then(arrive, fail);
  return promise;
}

/** Stores a request without a caller, or returns the stored one. Rejects with `duplicate_request` or `store_failed`. */
export async function openDetached(
  asked: AskedRequest,
  leaseMs: LeaseMs,
  { store, board }: Pick<AskingOptions, 'store' | 'board'>,
): Promise<StoredRequest> {
  const { requestId } = asked.request;
  let stored: StoredRequest | undefined;
  try {
    stored = (await store.open(asked, { leaseMs })) ?? (await board.refresh(requestId));
  } catch (cause) {
    throw openAgainError(requestId, cause);
  }
  if (!stored) throw openAgainError(requestId);
  if (!isSame(stored, asked)) throw duplicateError(requestId);
  return stored;
}
