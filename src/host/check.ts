/** A hundred years in milliseconds, which PostgreSQL and Redis can still add to their clocks. */
export const LONGEST_MS = 3_155_760_000_000;
/** Longest time of a timer, in milliseconds. A longer one fires at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** @throws {RangeError} If the duration is invalid. */
export function checkMs(name: string, ms: unknown, most: number, advice = ''): number {
  if (typeof ms === 'number' && ms > 0 && ms <= most) return ms;
  const limit = most === Infinity ? '' : ` (at most ${most})`;
  throw new RangeError(`\`${name}\` is ${String(ms)}. Pass a positive number of milliseconds${limit}${advice}.`);
}
