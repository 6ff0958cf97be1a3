import { quiet } from '../store/within.js';

/** Beyond this a timer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls back after so many milliseconds, however many; never where they are infinite. Returns the way to stop. A `quiet` timer keeps no process alive. */
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
