import type { SettledRequest } from '../store/outbox.js';

/** What a handler learns besides the settlement. */
export interface CallbackContext {
  /** 1 for the first attempt at this settlement. */
  readonly attempt: number;
  /** Aborted if another process may have taken over, or if the broker is closed. Stop the work then, and reject. */
  readonly signal: AbortSignal;
}

/**
 * Gets how a request settled. It acknowledges the settlement by returning, or by resolving; if it throws or rejects, it is called again
 * later. It can be called more than once for one settlement, also by other processes: `settled.instanceId` identifies the settlement.
 */
export type CallbackHandler = (settled: SettledRequest, context: CallbackContext) => unknown;

/** Options of `registerCallback`. */
export interface CallbackOptions {
  /** After so many failures, the settlement is parked. @default 10 */
  readonly attempts?: number | undefined;
  /**
   * The milliseconds until the next attempt after so many failures. Defaults to 5 s after the first, and three times as much after each
   * further one, at most 6 hours, each shortened by up to a fifth at random.
   */
  readonly delayMs?: ((failures: number) => number) | undefined;
  /**
   * How long a process that has died keeps its settlements from the others, in milliseconds. A living process renews its claim every third
   * of that.
   *
   * @default 30000
   */
  readonly leaseMs?: number | undefined;
}
