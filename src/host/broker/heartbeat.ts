import type { LeaseMs } from '../store/types.js';
import { quiet } from '../store/with-timeout.js';

/** Longest time between two beats. A missed change is found at the next beat. */
const LONGEST_BEAT_MS = 10_000;
/** Beats to wait for a slow `reconcile` before another one starts. */
const PATIENCE = 3;

/** Returns the milliseconds between two beats: at most a third of the broker's lease. */
export const beatOf = (leaseMs: LeaseMs): number =>
  leaseMs === 'none' ? LONGEST_BEAT_MS : Math.min(leaseMs / 3, LONGEST_BEAT_MS);

/** Longest time between two reads of everything, which alone find expired leases and deleted rows. */
const LONGEST_LOOK_MS = 60_000;

/** Returns the number of beats between two reads of everything: within the shortest of these leases. */
export function lookAtAllEvery(beatMs: number, leases: readonly (LeaseMs | undefined)[]): number {
  let ms = LONGEST_LOOK_MS;
  for (const leaseMs of leases) if (leaseMs !== undefined && leaseMs !== 'none') ms = Math.min(ms, leaseMs);
  return Math.ceil(ms / beatMs);
}

export interface AliveOptions {
  beatMs: number;
  /** Renews the leases of this process. */
  renew(): Promise<void>;
  /** Publishes the changes that the store did not notify of. */
  reconcile(): Promise<void>;
  onError(error: unknown): void;
}

/** Renews the leases and reconciles at every beat. Returns a function that stops it. */
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
