import type { LeaseMs } from '../store/types.js';
import { quiet } from '../time.js';

const LONGEST_BEAT_MS = 10_000;
/** Beats to wait for a slow `reconcile` before another one starts. */
const BEATS_PER_RECONCILE = 3;

/** Returns the milliseconds between two beats: at most 10 s, and at most a third of the broker's lease. */
export const beatOf = (leaseMs: LeaseMs): number =>
  leaseMs === 'none' ? LONGEST_BEAT_MS : Math.min(leaseMs / 3, LONGEST_BEAT_MS);

const MAX_FULL_READ_INTERVAL_MS = 60_000;

/** Returns the number of beats from one read of everything to the next: 60 s, or the shortest lease if that is less. */
export function fullReadEvery(beatMs: number, leases: readonly (LeaseMs | undefined)[]): number {
  let ms = MAX_FULL_READ_INTERVAL_MS;
  for (const leaseMs of leases) if (leaseMs !== undefined && leaseMs !== 'none') ms = Math.min(ms, leaseMs);
  return Math.ceil(ms / beatMs);
}

export interface HeartbeatOptions {
  beatMs: number;
  renew(): Promise<void>;
  reconcile(): Promise<void>;
  onError(error: unknown): void;
}

export function startHeartbeat({ beatMs, renew, reconcile, onError }: HeartbeatOptions): () => void {
  let waited = BEATS_PER_RECONCILE;
  let started = 0;
  const timer = quiet(
    setInterval(() => {
      renew().catch(onError);
      waited += 1;
      if (waited <= BEATS_PER_RECONCILE) return;
      waited = 0;
      const current = ++started;
      void reconcile()
        .catch(onError)
        .finally(() => {
          // A newer one may be in progress.
          if (current === started) waited = BEATS_PER_RECONCILE;
        });
    }, beatMs),
  );
  return () => clearInterval(timer);
}
