import type { ClaimStore } from '../store/claims.js';
import { pause, withLease, type Lease } from './lease.js';

/** How soon an outcome that could not be stored is stored again. */
const RETRY_MS = 500;

/** How processes that continue the same stored run agree on one of them. */
export interface ContinueOptions {
  /** The claims that these processes share. */
  readonly claims: ClaimStore;
  /**
   * How long a process that has died keeps the others from continuing, in milliseconds. A living process renews its lease every third of
   * that.
   *
   * @default 30000
   */
  readonly leaseMs?: number | undefined;
}

/** Options for `continueOnce`. */
export interface ContinueOnceOptions extends ContinueOptions {
  /** Identifies what is continued: the same for all processes that continue it, and never used again for anything else. */
  readonly key: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` in one of all processes that call this with the same key, and gives its value to all of them. The other processes wait.
 *
 * If `work` rejects, this call rejects, and one of the waiting processes runs its own `work`. The same happens if a process dies: its lease
 * ends within `leaseMs`. What it has done before is done twice then. The value is stored in the claims, for as long as they retain entries.
 *
 * @param work - Resolves to JSON, or to `undefined`. Its signal is aborted if the process has lost its lease, for example because the claims
 * could not be reached for `leaseMs`. Stop the work then: another process may have begun.
 *
 * @example
 * const reply = await continueOnce({ claims, key: runId }, async () => (await resume(runId, answer)).text);
 *
 * @throws the signal's reason, whatever `work` and the claims do, and TypeError if the value cannot be written as JSON
 */
export async function continueOnce<T>(
  { claims, key, ...options }: ContinueOnceOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outcomeKey = `outcome ${key}`;
  const outcome = await claims.get(outcomeKey);
  if (outcome !== undefined) return read<T>(outcome);
  return withLease({ ...options, claims, key: `lease ${key}` }, async (lease) => {
    const first = await claims.get(outcomeKey);
    if (first !== undefined) return read<T>(first);
    const value = await work(lease.signal);
    const text = JSON.stringify(value) ?? '';
    const kept = await store(lease, () => claims.claim(outcomeKey, text));
    return kept === undefined || kept === text ? value : read<T>(kept);
  });
}

const read = <T>(outcome: string): T => (outcome === '' ? undefined : JSON.parse(outcome)) as T;

/** Tries again for as long as the lease keeps the others waiting. Returns `undefined` if that was not long enough. */
export async function store<T>({ signal }: Pick<Lease, 'signal'>, write: () => Promise<T>): Promise<T | undefined> {
  do {
    try {
      return await write();
    } catch {
      await pause(RETRY_MS);
    }
  } while (!signal.aborted);
  return undefined;
}
