/** Runs tasks one at a time, in order. */
export interface Queue {
  /** Resolves with what the task resolves with. If the signal is aborted while a task waits, the task starts at once. */
  add<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Creates a queue: pi shows one component at a time, and calls the tools of one message together. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(task, signal) {
      const turn = signal ? Promise.race([last, aborted(signal)]) : last;
      const result = turn.then(task);
      const settled = result.catch(() => {});
      last = Promise.all([last, settled]);
      return result;
    },
  };
}
