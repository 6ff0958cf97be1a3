import { keepRenewed, storeWhileHeld } from '../runs/renewal.js';
import { LONGEST_MS } from '../check.js';
import { CallbackError } from '../errors.js';
import { messageOf } from '../guard.js';
import type { Requests, TakenSettlement } from '../store/requests.js';
import type { NextStep } from '../store/rules.js';
import type { CallbackHandler } from './callback-types.js';
import { outcomeError } from './requests.js';
import { after, pause } from '../time.js';

/** Maximum number of settlements that a worker delivers at once. */
const AT_ONCE = 10;
/** Pause in milliseconds before the next read, if the worker was woken during one that failed or took nothing. */
const PAUSE_MS = 50;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 21_600_000;
const GRACE_MS = 2_000;
const ERROR_LENGTH = 1_000;
const STOPPED = new Error('The callback is no longer registered in this process.');

/** Returns 5 s, 15 s, 45 s, … 6 h in milliseconds, each shortened by up to a fifth, so that retries spread. */
export const defaultDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 3 ** (failures - 1), LAST_DELAY_MS) * (1 - Math.random() / 5);

export interface WorkerOptions {
  readonly attempts: number;
  readonly delayMs: (failures: number) => number;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly name: string;
  readonly handler: CallbackHandler;
  readonly requests: Requests;
  readonly onError: (error: unknown) => void;
  /** Called when a delivery has finished after `stop`. */
  readonly onReleased: () => void;
}

export type Worker = ReturnType<typeof startWorker>;

/**
 * Settles as `handling`. Rejects with the signal's reason if `handling` does not settle within `GRACE_MS` after an
 * abort, so that a handler that ignores the abort does not hold a claim.
 */
function untilAborted(handling: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let cancel = () => undefined as void;
    const onAbort = () => (cancel = after(GRACE_MS, () => reject(signal.reason as Error), { quiet: true }));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    handling.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
      cancel();
    });
  });
}

export function startWorker(options: WorkerOptions) {
  const { name, handler, attempts, delayMs, leaseMs, timeoutMs, requests, onError, onReleased } = options;
  const running = new Map<AbortController, Promise<void>>();
  const timers = new Set<() => void>();
  let isLooking = false;
  let isWoken = false;
  let isStopped = false;

  function wakeIn(ms: number): void {
    const onDue = () => {
      timers.delete(cancel);
      wake();
    };
    const cancel = after(ms, onDue, { quiet: true });
    timers.add(cancel);
  }

  /** Returns whole milliseconds. If `delayMs` throws or returns an invalid value, reports it and uses the default. */
  function delayAfter(failures: number): number {
    try {
      const ms = delayMs(failures);
      if (Number.isFinite(ms) && ms <= LONGEST_MS) return Math.max(0, Math.ceil(ms));
      const why = Number.isFinite(ms) ? `above ${LONGEST_MS}` : 'not a number of milliseconds';
      onError(new Error(`delayMs(${failures}) returned ${String(ms)}, which is ${why}. The default is used.`));
    } catch (error) {
      onError(error);
    }
    return Math.ceil(defaultDelayMs(failures));
  }

  function fail(requestId: string, attempt: number, cause: unknown): NextStep {
    if (isStopped) return { state: 'released' };
    // PostgreSQL cannot store U+0000, and the cut can split a surrogate pair.
    const error = messageOf(cause)
      .slice(0, ERROR_LENGTH)
      .replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
    if (attempt >= attempts) {
      onError(new CallbackError({ requestId, callback: name, attempt, inMs: undefined, cause }));
      return { state: 'parked', error };
    }
    const inMs = delayAfter(attempt);
    onError(new CallbackError({ requestId, callback: name, attempt, inMs, cause }));
    return { state: 'due', inMs, error };
  }

  async function deliver(
    { settled, attempt }: TakenSettlement,
    { claim, claimedAt, ending }: { claim: string; claimedAt: number; ending: AbortController },
  ): Promise<void> {
    const { requestId } = settled.request;
    const update = (next: NextStep) => requests.step(requestId, claim, next);
    const renew = () => update({ state: 'held', forMs: leaseMs });
    const held = keepRenewed({ claimMs: leaseMs, claimedAt, renew, what: `The claim of "${requestId}"` });
    held.signal.addEventListener('abort', () => ending.abort(held.signal.reason));
    const late = new Error(`The handler did not finish within ${timeoutMs} ms.`);
    const cancelTimeout = after(timeoutMs, () => ending.abort(late), { quiet: true });
    let next: NextStep = { state: 'delivered' };
    try {
      ending.signal.throwIfAborted();
      // An attempt counts even if its process died or could not store the next step, so `attempt` can exceed the limit.
      if (attempt > attempts) throw new Error('The process ended, or lost the store, during the last attempt.');
      const handling = (async () => handler(settled, { attempt, signal: ending.signal }))();
      await untilAborted(handling, ending.signal);
    } catch (error) {
      next = fail(requestId, attempt, error);
    }
    cancelTimeout();
    await storeWhileHeld(
      held,
      () => update(next),
      (cause) => onError(outcomeError(requestId, name, cause)),
    );
    await held.stop();
    if (isStopped) onReleased();
    else if (next.state === 'due') wakeIn(next.inMs);
  }

  /** Resolves to whether it took any. */
  async function take(): Promise<boolean> {
    const limit = AT_ONCE - running.size;
    if (limit === 0) return false;
    const claim = crypto.randomUUID();
    const claimedAt = performance.now();
    const taken = await requests.take(name, { claim, claimMs: leaseMs, limit });
    for (const one of taken) {
      const ending = new AbortController();
      if (isStopped) ending.abort(STOPPED);
      const delivery = deliver(one, { claim, claimedAt, ending })
        .catch(onError)
        .finally(() => {
          running.delete(ending);
          wake();
        });
      running.set(ending, delivery);
    }
    return taken.length > 0;
  }

  async function look(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      const isBusy = await take().catch(onError);
      if (isWoken && !isBusy) await pause(PAUSE_MS);
    }
    isLooking = false;
  }

  function wake(): void {
    isWoken = true;
    if (isLooking || isStopped) return;
    isLooking = true;
    void look();
  }

  return {
    wake,
    stop(): void {
      isStopped = true;
      for (const ending of running.keys()) ending.abort(STOPPED);
      for (const cancel of timers) cancel();
    },
    idle: () => Promise.all(running.values()),
  };
}
