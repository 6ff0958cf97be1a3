import { quiet } from '../store/with-timeout.js';

/** Longest delay of `setTimeout`, in milliseconds. A timer with a longer one can fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Calls back after any number of milliseconds; never if it is `Infinity`. Returns a cancel function. A `quiet` timer
 * does not keep the process alive.
 */
export function after(ms: number, callback: () => void, { quiet: isQuiet = false } = {}): () => void {
  let left = ms;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    const step = Math.min(left, LONGEST_MS);
    left -= step;
    timer = setTimeout(left > 0 ? next : callback, step);
    if (isQuiet) quiet(timer);
  };
  if (ms < Infinity) next();
  return () => clearTimeout(timer);
}
