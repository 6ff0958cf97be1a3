import { checkMs } from '../check.js';
import { LONGEST_TIMER_MS, sleep } from '../time.js';
import type { ContinueOnceOptions } from './continue-once.js';
import { keepRenewed } from './renewal.js';

const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 50;
const LAST_WAIT_MS = 1_000;

export interface ClaimLease {
  /** Aborted if the lease was lost. Another process may then hold it. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Waits until the lease is free, claims it, and renews it until `release`. */
export async function acquireLease({
  claims,
  key,
  leaseMs = LEASE_MS,
  signal,
}: ContinueOnceOptions): Promise<ClaimLease> {
  checkMs('leaseMs', leaseMs, LONGEST_TIMER_MS);
  const me = crypto.randomUUID();
  const claim = async () => (await claims.claim(key, me, { keepMs: leaseMs })) === me;
  // If the claims cannot be reached, the entry expires.
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

  async function renew(isOverdue: boolean): Promise<boolean> {
    // The entry may have expired, and another process may have held the lease since.
    if (isOverdue) return false;
    const isHeld = await claim();
    // The claim was lost while this call was in flight, so this call may have claimed the key again.
    if (renewal.signal.aborted) await giveUp();
    return isHeld;
  }
  const renewal = keepRenewed({ claimMs: leaseMs, claimedAt, renew, what: `The lease "${key}"` });
  return {
    signal: renewal.signal,
    async release() {
      // A renewal after the release would claim the key again.
      await renewal.stop();
      await giveUp();
    },
  };
}

export async function withLease<T>(options: ContinueOnceOptions, work: (lease: ClaimLease) => Promise<T>): Promise<T> {
  const lease = await acquireLease(options);
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** Rejects with the signal's reason if it is aborted, unlike `sleep`. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, signal);
  signal?.throwIfAborted();
}
