import { acquireLease, storeWhileHeld } from '../../host/internal.js';
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

/** This process's turn to continue a run. Without claims, every process has a turn, and no mark is stored. */
export interface Turn {
  /** Aborted if another process may have taken over. */
  readonly signal?: AbortSignal | undefined;
  isMarked(key: string): Promise<boolean>;
  /** Stores a mark for the turns of other processes. Retries while the turn lasts, for at most a minute. */
  mark(key: string): Promise<unknown>;
  unmark(key: string): Promise<unknown>;
  release(): Promise<void>;
}

const nothing = async () => {};
const ALONE: Turn = { isMarked: async () => false, mark: nothing, unmark: nothing, release: nothing };

/** With `claims`, waits until no other process continues the run. */
export async function takeTurn(
  run: string,
  { claims, leaseMs, signal }: ContinueRunOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Turn> {
  if (!claims) return ALONE;
  const lease = await acquireLease({ claims, leaseMs, signal, key: `lease ${run}` });
  return {
    ...lease,
    isMarked: async (key) => (await claims.get(key)) !== undefined,
    mark: (key) => storeWhileHeld(lease, () => claims.claim(key, '')),
    unmark: (key) => storeWhileHeld(lease, () => claims.release(key, '')),
  };
}
