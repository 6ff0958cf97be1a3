/** Options of one claim. */
export interface ClaimOptions {
  /** Time to retain the entry from now on, in milliseconds. Defaults to the `keepMs` of the store. */
  readonly keepMs?: number | undefined;
}

/**
 * Stores small values by key, for the processes that share it: the first value under a key wins, and is not replaced
 * while the store retains it. Keys may have any length. Keys and values may contain any characters.
 *
 * Any method may reject, before or after the write took effect. All methods are safe to retry.
 */
export interface ClaimStore {
  /**
   * Stores the value, unless there is another one under this key. A call that repeats the stored value restarts the
   * time for which the store retains the entry, so that a retry succeeds and a lease can be renewed.
   *
   * @returns The stored value: this one if the caller has claimed the key, otherwise the earlier one. Two callers with
   * the same value both claim the key. Use a unique value if only one of them may continue.
   */
  claim(key: string, value: string, options?: ClaimOptions): Promise<string>;
  /** Returns the stored value, or `undefined` if the key has none. */
  get(key: string): Promise<string | undefined>;
  /** Deletes the entry if it has this value. */
  release(key: string, value: string): Promise<void>;
}

const DAY_MS = 86_400_000;
export const KEEP_MS = 7 * DAY_MS;
