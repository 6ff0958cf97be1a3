/** Adds a promise to the set for as long as it is pending. */
export function during<T>(promises: Set<Promise<T>>, promise: Promise<T>): Promise<T> {
  promises.add(promise);
  const remove = () => void promises.delete(promise);
  promise.then(remove, remove);
  return promise;
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Calls `onSilence` after `ms` milliseconds without a call of the returned reset function. */
export function watch(ms: number, onSilence: () => void): { reset(): void; stop(): void } {
  let timer = setTimeout(onSilence, ms);
  const stop = () => clearTimeout(timer);
  return {
    stop,
    reset() {
      stop();
      timer = setTimeout(onSilence, ms);
    },
  };
}
