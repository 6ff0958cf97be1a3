import type { LeaseMs } from '../store/types.js';
import { quiet } from '../store/within.js';

/** What changed without a word is found within this. */
const LONGEST_BEAT_MS = 10_000;
/** Beats that a reading may take before another one is begun. */
const PATIENCE = 3;

/** Milliseconds between two beats. A lease that is shorter than them is told in time, too. */
export const beatOf = (leaseMs: LeaseMs): number =>
  leaseMs === 'none' ? LONGEST_BEAT_MS : Math.min(leaseMs / 3, LONGEST_BEAT_MS);

/** What only a look at everything finds, such as a lease that has run out or a row that was deleted, is found within this. */
const LONGEST_LOOK_MS = 60_000;

/** Returns after how many beats everything is read again: within the shortest of these leases. */
export function lookAtAllEvery(beatMs: number, leases: readonly (LeaseMs | undefined)[]): number {
  let ms = LONGEST_LOOK_MS;
  for (const leaseMs of leases) if (leaseMs !== undefined && leaseMs !== 'none') ms = Math.min(ms, leaseMs);
  return Math.ceil(ms / beatMs);
}

export interface AliveOptions {
  beatMs: number;
  /** Says that this process is still there. */
  renew(): Promise<void>;
  /** Sees what was not told. */
  reconcile(): Promise<void>;
  onError(error: unknown): void;
}

/** Says that this process is alive, and looks after what nobody tells. Returns the way to stop. */
export function keepAlive({ beatMs, renew, reconcile, onError }: AliveOptions): () => void {
  let waited = PATIENCE;
  const timer = quiet(
    setInterval(() => {
      renew().catch(onError);
      waited += 1;
      if (waited <= PATIENCE) return;
      waited = 0;
      void reconcile()
        .catch(onError)
        .finally(() => (waited = PATIENCE));
    }, beatMs),
  );
  return () => clearInterval(timer);
}
