/** Longest delay of a timer, in milliseconds. A timer with a longer one can fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls back after any number of milliseconds by `performance.now()`, and not earlier; never if it is `Infinity`.
 * Returns a cancel function. A `quiet` timer does not keep the process alive.
 */
export function after(ms: number, callback: () => void, { quiet: isQuiet = false } = {}): () => void {
  const end = performance.now() + ms;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // `setTimeout` counts whole milliseconds of the event loop's clock, so it can fire a little early.
  const wait = (left: number) => {
    timer = setTimeout(
      () => (performance.now() < end ? wait(end - performance.now()) : callback()),
      Math.min(left, LONGEST_TIMER_MS),
    );
    if (isQuiet) quiet(timer);
  };
  if (ms < Infinity) wait(ms);
  return () => clearTimeout(timer);
}

/** Settles with `work`, or rejects after `ms` milliseconds. `late` receives a value that arrives after that. */
export function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  message: string | (() => string),
  late: (value: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(typeof message === 'string' ? message : message()));
    }, ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Unreferences a timer, so that it does not keep the process alive. */
export const quiet = <T>(timer: T): T => {
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

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

/** Rejects with the signal's reason if it is aborted, unlike `sleep`. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, signal);
  signal?.throwIfAborted();
}
