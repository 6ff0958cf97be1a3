import type { AskUserResult } from '../../core/answer/types.js';
import type { AskedRequest, StoredRequest } from '../store/types.js';
import type { AskOptions } from '../types.js';
import { duplicateError, isSame, reasonOf, storeError, unsureError, withReason } from './requests.js';
import { after } from './timers.js';
import type { Waiter, Waiters } from './waiters.js';

/** How long an agent that was stopped waits for the store to say what became of its question. */
const GRACE_MS = 5_000;

export interface AskingOptions {
  waiters: Waiters;
  /** Keeps the request, or gives the one that is there. */
  open(asked: AskedRequest): Promise<StoredRequest | undefined>;
  /** Somebody waits for a request that was there already. */
  attach(requestId: string): Promise<void>;
  /**
   * Stops waiting, and ends the request in the store unless another process waits for it. Never rejects.
   *
   * @param hasGone - whether the `ask` has come back with this result by now, whatever the store says
   */
  withdraw(requestId: string, result: AskUserResult, hasGone: () => boolean): Promise<void>;
  /** Reads the request, in case that it has ended meanwhile. */
  refresh(requestId: string): Promise<unknown>;
  /** The request as the store has it. */
  look(requestId: string): Promise<StoredRequest | undefined>;
  /** Has the request ended as soon as the store is back. */
  owe(requestId: string, result: AskUserResult): void;
  onError(error: unknown): void;
}

/** One `ask`, from its start to its only result. */
export function startAsk(
  asked: AskedRequest,
  { signal, timeoutMs }: AskOptions,
  { waiters, open, attach, withdraw, refresh, look, owe, onError }: AskingOptions,
): Promise<AskUserResult> {
  const { requestId } = asked.request;
  const stops: (() => void)[] = [];
  let isOver = false;
  let hasGone = false;
  /** How it ends where it has to: the first reason counts. */
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

  /** The store has not said in time what became of the request. */
  function leaveWith(result: AskUserResult): void {
    hasGone = true;
    waiter.resolve(result);
  }

  /** Takes the request back, unless another `ask` of this process waits for it. */
  async function go(result: AskUserResult): Promise<void> {
    if (isAlone()) await withdraw(requestId, result, () => hasGone);
    waiter.resolve(result);
  }

  /** The store has it. */
  function arrive(there: StoredRequest | undefined): void {
    if (there && !isSame(there, asked)) return waiter.reject(duplicateError(requestId));
    if (there?.settlement) return waiter.resolve(there.settlement.result);
    // Nobody waits any more: it ended before the store had it.
    if (isOver) return leaving && void go(leaving);
    waiter.isKept = true;
    if (leaving) return void go(leaving);
    const attached = there ? attach(requestId) : Promise.resolve();
    attached.then(async () => there?.state === 'orphaned' && refresh(requestId)).catch(onError);
    refresh(requestId).catch(onError);
    return undefined;
  }

  /** The store may have kept it nevertheless, and only the word of that was lost. */
  async function fail(cause: unknown): Promise<void> {
    let error = storeError(cause);
    try {
      const there = await look(requestId);
      if (there) return arrive(there);
    } catch {
      error = unsureError(cause);
      // Where the broker was closed meanwhile, the question is to stay open.
      if (leaving || !isOver) owe(requestId, leaving ?? { status: 'aborted' });
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
  open(asked).then(arrive, fail);
  return promise;
}
