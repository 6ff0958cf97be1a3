/** Time over which clients spread their reactions to the same event, in milliseconds. */
export const SPREAD = 1_000;

const FIRST = 500;
const LONGEST = 30_000;

/** Returns the wait before the next attempt, in milliseconds: exponential, with random jitter. */
export const backoff = (failures: number, random: () => number): number =>
  FIRST + random() * (Math.min(LONGEST, FIRST * 2 ** (failures + 1)) - FIRST);

/**
 * Settles with `work`, or rejects with the signal's reason when it is aborted. Some implementations of `fetch` ignore
 * the signal, and some signals have no reason.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject((signal.reason as Error | undefined) ?? new Error('Aborted.'));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves after `ms` milliseconds, or when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done, { once: true });
  });
}
