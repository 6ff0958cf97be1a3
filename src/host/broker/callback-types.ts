import type { SettledStoredRequest } from '../store/requests.js';

/** Second argument of a callback handler. */
export interface CallbackContext {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /**
   * Aborted after `timeoutMs`, if another process may have taken over, if the callback is unregistered, or if the
   * broker is closed. Then stop the work and reject within 2 s.
   */
  readonly signal: AbortSignal;
}

/**
 * Receives the settlement of a request. Returning, or resolving in time, acknowledges it. After a throw or a rejection
 * it is called again later, until the settlement is parked. It can be called more than once for one settlement, also in
 * other processes. `settled.instanceId` identifies the settlement.
 */
export type CallbackHandler = (settled: SettledStoredRequest, context: CallbackContext) => unknown;

/** Options of `registerCallback`. */
export interface CallbackOptions {
  /** Number of failures after which the settlement is parked. @default 10 */
  readonly attempts?: number | undefined;
  /**
   * Returns the milliseconds until the next attempt, by number of failures. Defaults to 5 s after the first failure and
   * three times as much after each later one, at most 6 hours, each shortened at random by up to a fifth.
   */
  readonly delayMs?: ((failures: number) => number) | undefined;
  /** Time in milliseconds after which another process can take the settlements of one that died. @default 30000 */
  readonly leaseMs?: number | undefined;
  /**
   * Time in milliseconds after which the signal of a call is aborted; `Infinity` sets no limit. A call that has not
   * settled 2 s later counts as failed. A broker delivers at most 10 settlements of a callback at once, so 10 calls
   * that never settle delay others until then. The default is one hour.
   *
   * @default 3600000
   */
  readonly timeoutMs?: number | undefined;
}
