import { store as storeWhileHeld } from '../claims/continue-once.js';
import { pause } from '../claims/lease.js';
import { keepRenewed } from '../claims/renewal.js';
import { CallbackError, messageOf } from '../errors.js';
import type { NextStep, Outbox, TakenSettlement } from '../store/outbox.js';
import { quiet, withTimeout } from '../store/with-timeout.js';
import type { RequestStore } from '../store/types.js';
import type { CallbackHandler, CallbackOptions } from './callback-types.js';

const LEASE_MS = 30_000;
/** Maximum number of concurrent handler calls per callback and process. */
const AT_ONCE = 10;
/** Shortest time between two reads of the outbox that found nothing. */
const PAUSE_MS = 50;
const ATTEMPTS = 10;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 21_600_000;
/** How long `close` waits for handlers. */
const FAREWELL_MS = 2_000;
const ERROR_LENGTH = 1_000;
const STOPPED = new Error('The callback is no longer registered in this process.');

/** Returns 5 s, 15 s, 45 s, … 6 h, each shortened by up to a fifth, so that retries spread. */
const defaultDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 3 ** (failures - 1), LAST_DELAY_MS) * (1 - Math.random() / 5);

interface WorkerOptions {
  readonly attempts: number;
  readonly delayMs: (failures: number) => number;
  readonly leaseMs: number;
  readonly name: string;
  readonly handler: CallbackHandler;
  readonly outbox: Outbox;
  readonly onError: (error: unknown) => void;
}

/** Calls the handler of one callback name. */
function startWorker({ name, handler, attempts, delayMs, leaseMs, outbox, onError }: WorkerOptions) {
  const running = new Map<AbortController, Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isLooking = false;
  let isWoken = false;
  let isStopped = false;

  function wakeIn(ms: number): void {
    const timer = quiet(
      setTimeout(() => {
        timers.delete(timer);
        wake();
      }, ms),
    );
    timers.add(timer);
  }

  /** Returns whole milliseconds. An invalid delay is reported and replaced by the default. */
  function delayAfter(failures: number): number {
    try {
      const ms = delayMs(failures);
      if (Number.isFinite(ms)) return Math.max(0, Math.ceil(ms));
      onError(
        new Error(`delayMs(${failures}) returned ${ms}, which is not a number of milliseconds. The default is used.`),
      );
    } catch (error) {
      onError(error);
    }
    return Math.ceil(defaultDelayMs(failures));
  }

  /** Returns the next step of a settlement whose handler has failed, and reports the error. */
  function fail(requestId: string, attempt: number, cause: unknown): NextStep {
    const error = messageOf(cause).slice(0, ERROR_LENGTH);
    // Another process can take the settlement at once.
    if (isStopped) return { state: 'due', inMs: 0, error };
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
    const update = (next: NextStep) => outbox.update(requestId, claim, next);
    const renew = () => update({ state: 'held', forMs: leaseMs });
    const held = keepRenewed({ claimMs: leaseMs, claimedAt, renew, what: `The claim of "${requestId}"` });
    held.signal.addEventListener('abort', () => ending.abort(held.signal.reason));
    let next: NextStep = { state: 'delivered' };
    try {
      ending.signal.throwIfAborted();
      // Only reached if a process died, or lost the store, during the last attempt.
      if (attempt > attempts) throw new Error('The process ended, or lost the store, during the last attempt.');
      await handler(settled, { attempt, signal: ending.signal });
    } catch (error) {
      next = fail(requestId, attempt, error);
    }
    await storeWhileHeld(held, () => update(next));
    await held.stop();
    if (next.state === 'due') wakeIn(next.inMs);
  }

  /** Takes the due settlements. Resolves to whether there were any. */
  async function take(): Promise<boolean> {
    const limit = AT_ONCE - running.size;
    if (limit === 0) return false;
    const claim = crypto.randomUUID();
    const claimedAt = performance.now();
    const taken = await outbox.take(name, { claim, claimMs: leaseMs, limit });
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

  /** Reads the outbox: a settlement may be due. */
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
      for (const timer of timers) clearTimeout(timer);
    },
    /** Resolves when the running handlers are done. */
    idle: () => Promise.all(running.values()),
  };
}

/** Creates the registry of the callbacks of this process. */
export function createCallbacks(store: RequestStore, onError: (error: unknown) => void) {
  const workers = new Map<string, ReturnType<typeof startWorker>>();
  let unwatch: (() => void) | undefined;

  /** Reads the outbox of every callback: a settlement may be due. */
  const wake = () => {
    for (const worker of workers.values()) worker.wake();
  };

  return {
    register(name: string, handler: CallbackHandler, options: CallbackOptions = {}): () => void {
      const { attempts = ATTEMPTS, delayMs = defaultDelayMs, leaseMs = LEASE_MS } = options;
      checkCallback(name, store);
      if (workers.has(name)) throw new TypeError(`A callback "${name}" is already registered. Use another name.`);
      if (typeof handler !== 'function')
        throw new TypeError(`The handler of the callback "${name}" is ${String(handler)}. Pass a function.`);
      if (typeof delayMs !== 'function')
        throw new TypeError(
          `\`delayMs\` is ${String(delayMs)}. Pass a function that takes the number of failures and returns milliseconds, or omit it.`,
        );
      if (!(attempts >= 1)) throw new RangeError(`\`attempts\` is ${attempts}. Pass a number of at least 1.`);
      if (!(leaseMs > 0)) throw new RangeError(`\`leaseMs\` is ${leaseMs}. Pass a positive number of milliseconds.`);
      const worker = startWorker({ name, handler, attempts, delayMs, leaseMs, outbox: outboxOf(store), onError });
      workers.set(name, worker);
      unwatch ??= store.watch(wake);
      worker.wake();
      return () => {
        worker.stop();
        if (workers.get(name) === worker) workers.delete(name);
      };
    },
    wake,
    async close(): Promise<void> {
      unwatch?.();
      const idle = [...workers.values()].map((worker) => {
        worker.stop();
        return worker.idle();
      });
      await withTimeout(FAREWELL_MS, Promise.all(idle), '').catch(() => undefined);
    },
  };
}

/** @throws {TypeError} If the store has no outbox. */
function outboxOf({ outbox }: RequestStore): Outbox {
  if (outbox) return outbox;
  throw new TypeError(
    'The store has no `outbox`, so requests cannot have callbacks. Implement it, or use another store.',
  );
}

/** @throws {TypeError} If the name is not a non-empty string, or if the store has no outbox. */
export function checkCallback(name: unknown, store: RequestStore): void {
  if (typeof name !== 'string' || name === '')
    throw new TypeError('The name of a callback must be a non-empty string.');
  outboxOf(store);
}
