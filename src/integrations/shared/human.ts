import type { AskUserTransport } from '../../host/index.js';
import type { AskUserResult } from '../../core/index.js';

/** Options that decide whether a decline or cancel counts as the user's. */
export interface HumanOptions {
  /**
   * Minimum time in milliseconds between asking the client and a decline or cancel; `0` or more. A sooner one settles
   * as `unavailable`, because no user can have seen the question. Some clients that run without a user declare support
   * for forms, and decline or cancel them automatically. `0` turns this check off.
   *
   * @default 300
   */
  readonly minHumanMs?: number | undefined;
  /** The clock, in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Options with a second transport, for clients that cannot show a question. */
export interface FallbackOptions extends HumanOptions {
  /**
   * Transport that asks if the client's result is `unavailable`, for example because the client does not support forms.
   * A broker also needs a conversation: if the call specifies none, pass an object whose `ask` adds it. By default the
   * result stays `unavailable`.
   */
  readonly fallback?: AskUserTransport | undefined;
}

export function checkMinHuman(minHumanMs = 300): number {
  if (minHumanMs >= 0) return minHumanMs;
  throw new RangeError(
    `\`minHumanMs\` is ${minHumanMs}. Pass a number of milliseconds (0 or more), or omit it (default 300).`,
  );
}

/**
 * Turns a decline or cancel into `unavailable` if it came too soon to be the user's.
 *
 * @param elapsedMs - Milliseconds since the client was asked. If `undefined` or negative (measured by another process's
 * clock), the time is unknown and the result counts.
 */
export function byUser(result: AskUserResult, elapsedMs: number | undefined, minHumanMs: number): AskUserResult {
  const { status } = result;
  if (status !== 'declined' && status !== 'cancelled') return result;
  if (elapsedMs === undefined || !(elapsedMs >= 0 && elapsedMs < minHumanMs)) return result;
  const reason = `The client ${status} ${Math.round(elapsedMs)} ms after it was asked, before a user can have seen the question.`;
  return { status: 'unavailable', reason };
}
