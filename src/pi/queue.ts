/** Runs tasks one at a time, in order. */
export interface Queue {
  /** Resolves with the value of the task. If the signal is aborted while the task waits, the task starts at once. */
  add<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Creates a queue, because pi calls the tools of one message together but shows only one component at a time. */
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
