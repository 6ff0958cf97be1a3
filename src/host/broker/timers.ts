import { quiet } from '../store/with-timeout.js';

/** Longest delay of `setTimeout`, in milliseconds. A timer with a longer one can fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

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
      Math.min(left, LONGEST_MS),
    );
    if (isQuiet) quiet(timer);
  };
  if (ms < Infinity) wait(ms);
  return () => clearTimeout(timer);
}
