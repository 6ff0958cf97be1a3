import type { ClaimStore } from '../store/claims.js';
import { checkThat } from '../check.js';
import { messageOf } from '../guard.js';
import { pause, withLease, type ClaimLease } from './hold-claim.js';

const RETRY_MS = 500;
/** Time after which a value that cannot be stored is no longer retried, although the lease is held. */
const GIVE_UP_MS = 60_000;

/** Options that let processes agree on which of them continues a stored run. */
export interface ContinueOptions {
  /** Claims that the processes share. */
  readonly claims: ClaimStore;
  /** Time in milliseconds after which another process can continue the run of one that died. @default 30000 */
  readonly leaseMs?: number | undefined;
}

/** Options for `continueOnce`. */
export interface ContinueOnceOptions extends ContinueOptions {
  /** Key of the run: the same in all processes that continue it, and never used for another run. */
  readonly key: string;
  /** Aborts the wait for the lease, but not `work`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` in one of the processes that call this function with the same key, and resolves with its value in all of
 * them. The other processes wait.
 *
 * If `work` rejects, this call rejects, and one of the waiting processes runs its `work`. If a process dies, a waiting
 * one runs its `work` about `leaseMs` later. The claims store the value as long as they retain entries. If they refuse
 * it for a minute, this call still resolves with it, and another process may run its `work`.
 *
 * @param work - Resolves to JSON, or to `undefined`. Its signal is aborted if the process has lost its lease, for
 * example because the claims were unreachable for `leaseMs`. Stop the work then, because another process may have
 * started.
 *
 * @throws The reason of `signal`, and errors of `work` and the claims.
 * @throws {TypeError} If `key` is not a non-empty string, or if the value cannot be serialized as JSON.
 * @throws {RangeError} If `leaseMs` is invalid.
 * @example
 * const reply = await continueOnce({ claims, key: runId }, async () => (await resume(runId, answer)).text);
 */
export async function continueOnce<T>(
  { claims, key, ...options }: ContinueOnceOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  checkThat(typeof key === 'string' && key !== '', 'key', key, 'a non-empty string');
  const outcomeKey = `outcome ${key}`;
  const outcome = await claims.get(outcomeKey);
  if (outcome !== undefined) return read<T>(outcome);
  return withLease({ ...options, claims, key: `lease ${key}` }, async (lease) => {
    const first = await claims.get(outcomeKey);
    if (first !== undefined) return read<T>(first);
    const value = await work(lease.signal);
    const text = JSON.stringify(value) ?? '';
    const kept = await storeWhileHeld(lease, () => claims.claim(outcomeKey, text));
    return kept === undefined || kept === text ? value : read<T>(kept);
  });
}

const read = <T>(outcome: string): T => (outcome === '' ? undefined : JSON.parse(outcome)) as T;

/**
 * Calls `write`, and retries it while the lease is held, for at most a minute. Resolves to `undefined` if no call
 * succeeded. Reports each reason once.
 */
export async function storeWhileHeld<T>(
  { signal }: Pick<ClaimLease, 'signal'>,
  write: () => Promise<T>,
  onError: (error: unknown) => void = () => undefined,
): Promise<T | undefined> {
  const end = performance.now() + GIVE_UP_MS;
  const reasons = new Set<string>();
  do {
    try {
      return await write();
    } catch (error) {
      const reason = messageOf(error);
      if (!reasons.has(reason)) onError(error);
      reasons.add(reason);
      await pause(RETRY_MS);
    }
  } while (!signal.aborted && performance.now() < end);
  return undefined;
}
