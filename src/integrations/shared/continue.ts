import type { ClaimStore } from '../../host/store/claims.js';

/** How processes that follow the same stored run agree on one that continues it. */
export interface ContinueVia {
  /**
   * The claims that these processes share. With them, one process continues the run and calls the model; the others wait for it. Without
   * them, each process continues the run.
   */
  readonly claims?: ClaimStore | undefined;
  /**
   * How long a process that has died keeps the others from continuing, in milliseconds. A living process renews its lease every third of
   * that.
   *
   * @default 30000
   */
  readonly leaseMs?: number | undefined;
}
