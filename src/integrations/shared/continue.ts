import type { ClaimStore } from '../../host/store.js';

/** Options that let several processes follow one stored run. One at a time continues it. */
export interface ContinueRunOptions {
  /**
   * Claim store that these processes share. With it, one process at a time continues the run; the others wait for it.
   */
  readonly claims?: ClaimStore | undefined;
  /**
   * Time after which another process takes over from a process that has died, in milliseconds. A living process renews
   * its lease every third of this time.
   *
   * @default 30000
   */
  readonly leaseMs?: number | undefined;
}
