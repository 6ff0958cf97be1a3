import { checkMs } from '../check.js';
import type { Requests } from '../store/requests.js';
import { LONGEST_TIMER_MS, quiet, withTimeout } from '../time.js';
import type { CallbackHandler, CallbackOptions } from './callback-types.js';
import { defaultDelayMs, startWorker, type Worker } from './callback-worker.js';

const ATTEMPTS = 10;
const LEASE_MS = 30_000;
/** One hour: a handler may run an agent until its next question. */
const TIMEOUT_MS = 3_600_000;
const POLL_MS = 10_000;
/** How long `close` waits for running deliveries. */
const FAREWELL_MS = 3_000;

export function createCallbacks(requests: Requests, onError: (error: unknown) => void) {
  const workers = new Map<string, Worker>();
  let unwatch: (() => void) | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const wake = () => {
    for (const worker of workers.values()) worker.wake();
  };

  return {
    register(name: string, handler: CallbackHandler, options: CallbackOptions = {}): () => void {
      const { attempts = ATTEMPTS, delayMs = defaultDelayMs, leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS } = options;
      checkCallback(name);
      if (workers.has(name)) throw new TypeError(`A callback "${name}" is already registered. Use another name.`);
      if (typeof handler !== 'function')
        throw new TypeError(`The handler of the callback "${name}" is ${String(handler)}. Pass a function.`);
      if (typeof delayMs !== 'function')
        throw new TypeError(
          `\`delayMs\` is ${String(delayMs)}. Pass a function that takes the number of failures and returns milliseconds, or omit it.`,
        );
      if (!(attempts >= 1)) throw new RangeError(`\`attempts\` is ${attempts}. Pass a number of at least 1.`);
      checkMs('leaseMs', leaseMs, LONGEST_TIMER_MS);
      checkMs('timeoutMs', timeoutMs, Infinity);
      const limits = { attempts, delayMs, leaseMs, timeoutMs };
      const worker = startWorker({ ...limits, name, handler, requests, onError, onReleased: wake });
      workers.set(name, worker);
      unwatch ??= requests.watch(wake);
      polling ??= quiet(setInterval(wake, POLL_MS));
      worker.wake();
      return () => {
        worker.stop();
        if (workers.get(name) === worker) workers.delete(name);
      };
    },
    async close(): Promise<void> {
      unwatch?.();
      clearInterval(polling);
      const idle = [...workers.values()].map((worker) => {
        worker.stop();
        return worker.idle();
      });
      await withTimeout(FAREWELL_MS, Promise.all(idle), '').catch(() => undefined);
    },
  };
}

export function checkCallback(name: unknown): void {
  if (typeof name !== 'string' || name === '')
    throw new TypeError('The name of a callback must be a non-empty string.');
}
