import { createBoundedCache, encodedBytes } from '../../bounded-cache.js';
import { checkMs } from '../../check.js';
import { KEEP_MS, type ClaimStore } from '../claims.js';

const COUNT = 10_000;
const BYTES = 16 * 1_048_576;

/** Options for `createMemoryClaims`. */
export interface MemoryClaimsOptions {
  /** How long the store retains an entry, in milliseconds. The default is seven days. @default 604800000 */
  readonly keepMs?: number | undefined;
}

/**
 * Creates a `ClaimStore` for one process. It retains at most 10,000 entries, the newest, and about 16 MiB of them.
 *
 * @throws {RangeError} If `keepMs` is not a positive number, or is above a hundred years.
 * @example
 * const gate = createAnswerGate({ claims: createMemoryClaims(), toolName: 'ask_user' });
 */
export function createMemoryClaims({ keepMs: most = KEEP_MS }: MemoryClaimsOptions = {}): ClaimStore {
  checkMs('keepMs', most);
  const entries = createBoundedCache<{ readonly value: string; readonly until: number }>({
    count: COUNT,
    bytes: BYTES,
  });

  function read(key: string): string | undefined {
    const entry = entries.get(key);
    if (entry && entry.until > performance.now()) return entry.value;
    entries.delete(key);
    return undefined;
  }

  return {
    async claim(key, value, { keepMs = most } = {}) {
      const until = performance.now() + checkMs('keepMs', keepMs);
      const there = read(key);
      if (there !== undefined && there !== value) return there;
      entries.set(key, { value, until }, encodedBytes(key) + encodedBytes(value));
      return value;
    },
    get: async (key) => read(key),
    async release(key, value) {
      if (read(key) === value) entries.delete(key);
    },
  };
}
