/** Time over which clients spread their reactions to the same event, in milliseconds. */
export const SPREAD = 1_000;

const FIRST = 500;
const LONGEST = 30_000;

/** Returns the wait before the next attempt, in milliseconds: exponential, with random jitter. */
export const backoff = (failures: number, random: () => number): number =>
  FIRST + random() * (Math.min(LONGEST, FIRST * 2 ** (failures + 1)) - FIRST);
