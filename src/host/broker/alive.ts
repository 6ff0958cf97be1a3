import { every } from './timers.js';

/** What changed without a word is found within this. */
const LONGEST_BEAT_MS = 10_000;
/** Beats that a reading may take before another one is begun. */
const PATIENCE = 3;

export interface AliveOptions {
  leaseMs: number;
  /** Says that this process is still there. */
  renew(): Promise<void>;
  /** Sees what was not told. */
  reconcile(): Promise<void>;
  onError(error: unknown): void;
}

/** Keeps the leases of this process, and looks after what nobody tells. Returns the way to stop. */
export function keepAlive({ leaseMs, renew, reconcile, onError }: AliveOptions): () => void {
  let waited = PATIENCE;
  return every(Math.min(leaseMs / 3, LONGEST_BEAT_MS), () => {
    renew().catch(onError);
    waited += 1;
    if (waited <= PATIENCE) return;
    waited = 0;
    reconcile()
      .catch(onError)
      .finally(() => {
        waited = PATIENCE;
      });
  });
}
