/** Many clients that hear of the same at once do not act on it at once, but within so many milliseconds. */
export const SPREAD = 1_000;

const FIRST = 500;
const LONGEST = 30_000;

/** How long to wait after so many failures, in milliseconds: more each time, and not the same for everybody. */
export const backoff = (failures: number, random: () => number): number =>
  FIRST + random() * (Math.min(LONGEST, FIRST * 2 ** (failures + 1)) - FIRST);

const aborted = () => new Error('Aborted.');

/** The work's outcome, unless the signal is aborted first: some implementations of fetch do not listen to it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted());
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves after a while, or as soon as the signal is aborted. */
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
