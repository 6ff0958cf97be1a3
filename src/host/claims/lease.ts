import { sleep } from '../client/pace.js';
import type { ContinueOnceOptions } from './continue-once.js';
import { keepRenewed } from './renewal.js';

/** How long a holder that has died keeps the others waiting, by default. */
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 50;
const LAST_WAIT_MS = 1_000;

export interface Lease {
  /** Aborted if the lease was lost: another process may hold it now. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * Waits until nobody else holds the lease, then holds it until `release`.
 *
 * @throws the signal's reason, and whatever the claims do
 */
export async function acquireLease({ claims, key, leaseMs = LEASE_MS, signal }: ContinueOnceOptions): Promise<Lease> {
  const me = crypto.randomUUID();
  const claim = async () => (await claims.claim(key, me, { keepMs: leaseMs })) === me;
  // If Redis or PostgreSQL cannot be reached, the entry expires.
  const giveUp = () => claims.release(key, me).catch(() => undefined);
  let claimedAt = 0;
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      signal?.throwIfAborted();
      claimedAt = performance.now();
      if (await claim()) break;
      await pause(wait, signal);
    }
    signal?.throwIfAborted();
  } catch (error) {
    await giveUp();
    throw error;
  }

  const renewal = keepRenewed({ claimMs: leaseMs, claimedAt, renew: claim, what: `The lease "${key}"` });
  return {
    signal: renewal.signal,
    async release() {
      // A renewal that arrives after the release would claim the key again.
      await renewal.stop();
      await giveUp();
    },
  };
}

/** Holds the lease for as long as `work` takes. */
export async function withLease<T>(options: ContinueOnceOptions, work: (lease: Lease) => Promise<T>): Promise<T> {
  const lease = await acquireLease(options);
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** @throws the signal's reason */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, signal);
  signal?.throwIfAborted();
}
