import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Asker, AskOptions } from '../../host/types.js';

/** When a decline or a cancel counts as the user's. */
export interface HumanOptions {
  /**
   * Milliseconds, from 0 on. A decline or cancel that arrives sooner than this after the client was asked settles as `unavailable`, because no
   * user can have seen the question: clients that run without a user declare forms and decline them by themselves. `0` turns this off.
   *
   * @default 300
   */
  readonly minHumanMs?: number | undefined;
  /** The clock, in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Another way to the user, for clients that can't show a question. */
export interface FallbackOptions extends HumanOptions {
  /**
   * The transport that asks instead if the client's result is `unavailable`: it has no forms, sends something that is no answer, or declines
   * within `minHumanMs`. For a broker, pass an object whose `ask` names the conversation, unless the call does.
   *
   * @default none: the result is `unavailable`
   */
  readonly fallback?: Asker | undefined;
}

/** @throws RangeError if `minHumanMs` is no number from 0 on: every decline would count, and nobody would notice */
export function checkMinHuman(minHumanMs = 300): number {
  if (minHumanMs >= 0) return minHumanMs;
  throw new RangeError(
    `minHumanMs is ${minHumanMs}. Give the milliseconds from 0 on within which no user can decline, or leave it out for 300.`,
  );
}

/**
 * A client's result, held against the time that it took. Only a decline or a cancel is ever changed.
 *
 * @param elapsedMs - since the client was asked; if it is `undefined` or negative (another process's clock), the time is not known, and the
 * result counts
 */
export function byUser(result: AskUserResult, elapsedMs: number | undefined, minHumanMs: number): AskUserResult {
  const { status } = result;
  if (status !== 'declined' && status !== 'cancelled') return result;
  if (elapsedMs === undefined || !(elapsedMs >= 0 && elapsedMs < minHumanMs)) return result;
  const reason = `The client ${status} by itself, ${Math.round(elapsedMs)} ms after it was asked: no user can have seen the question.`;
  return { status: 'unavailable', reason };
}

/** Asks the fallback in place of a client whose result is `unavailable`. */
export async function orElse(
  result: AskUserResult,
  fallback: Asker | undefined,
  request: AskUserRequest,
  options: AskOptions,
): Promise<AskUserResult> {
  if (result.status !== 'unavailable' || !fallback) return result;
  return fallback.ask(request, options);
}
