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
