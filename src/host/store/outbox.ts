import { keyOf, type Row } from './codec.js';
import type { Settlement, StoredRequest } from './types.js';

/** A settled request. */
export interface SettledStoredRequest extends StoredRequest {
  readonly state: 'settled';
  readonly settlement: Settlement;
}

/** A settlement that one process has taken for the callback of its request. */
export interface TakenSettlement {
  readonly settled: SettledStoredRequest;
  /** Number of times that it was taken since it was settled or retried, from 1. Released attempts do not count. */
  readonly attempt: number;
}

/** A settlement that is no longer delivered, because all attempts of its callback failed. It stays so until `retry`. */
export interface ParkedSettlement {
  readonly settled: SettledStoredRequest;
  readonly attempts: number;
  /** Message of the last error. */
  readonly error: string;
}

/**
 * The next step of a settlement that was taken:
 *
 * - `held`: It stays with its taker for `forMs` milliseconds from now.
 * - `delivered`: The callback has acknowledged it.
 * - `due`: Any process can take it after `inMs` milliseconds.
 * - `released`: Any process can take it at once, and this attempt does not count.
 * - `parked`: It waits for `retry`.
 */
export type NextStep =
  | { readonly state: 'held'; readonly forMs: number }
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly inMs: number; readonly error: string }
  | { readonly state: 'released' }
  | { readonly state: 'parked'; readonly error: string };

/** Options of `take`. */
export interface TakeOptions {
  /** Random UUID that identifies this call. */
  readonly claim: string;
  /** Duration of the claim, in milliseconds. */
  readonly claimMs: number;
  /** Maximum number of settlements to take. */
  readonly limit: number;
}

/**
 * The settlements that wait for their callbacks. `settle` adds a request that was opened with a `callback` in the same
 * atomic write. The store does not evict it before it is delivered. A method may reject, and can be called again then.
 */
export interface Outbox {
  /**
   * Takes at most `limit` settlements that are due for this callback, first those that are due for longest. Other
   * calls cannot take them until the claim expires or `update` makes them due.
   */
  take(callback: string, options: TakeOptions): Promise<readonly TakenSettlement[]>;
  /** Sets the next step of a settlement. Returns `false`, without a change, if its current claim is another one or none. */
  update(requestId: string, claim: string, next: NextStep): Promise<boolean>;
  /** Returns the parked settlements, in the opening order of their requests. */
  parked(): Promise<readonly ParkedSettlement[]>;
  /** Makes a parked settlement due with 0 attempts, and notifies `watch`. Returns `false` if it is not parked. */
  retry(requestId: string): Promise<boolean>;
}

export interface OutboxRow extends Row {
  readonly attempts: unknown;
  readonly error: unknown;
}

/** The outbox of an engine, which identifies callbacks and requests by key. */
export interface OutboxEngine {
  take(callback: string, claim: string, claimMs: number, limit: number): Promise<readonly OutboxRow[]>;
  /** @param ms - `forMs` of `held`, `inMs` of `due`, otherwise 0. */
  update(id: string, claim: string, state: NextStep['state'], ms: number, error?: string): Promise<boolean>;
  parked(): Promise<readonly OutboxRow[]>;
  retry(id: string): Promise<boolean>;
}

/** @param readAll - Skips and reports rows that cannot be read. */
export function createEngineOutbox(
  engine: OutboxEngine,
  readAll: (rows: readonly Row[]) => readonly StoredRequest[],
): Outbox {
  const read = (rows: readonly OutboxRow[]) =>
    rows.flatMap((row) =>
      readAll([row]).map((settled) => ({
        settled: settled as SettledStoredRequest,
        attempts: Number(row.attempts),
        error: typeof row.error === 'string' ? row.error : '',
      })),
    );

  return {
    async take(callback, { claim, claimMs, limit }) {
      const taken = read(await engine.take(await keyOf(callback), claim, claimMs, limit));
      return taken.map(({ settled, attempts }) => ({ settled, attempt: attempts }));
    },
    async update(requestId, claim, next) {
      const ms = next.state === 'held' ? next.forMs : next.state === 'due' ? next.inMs : 0;
      return engine.update(await keyOf(requestId), claim, next.state, ms, 'error' in next ? next.error : undefined);
    },
    parked: async () => read(await engine.parked()),
    retry: async (requestId) => engine.retry(await keyOf(requestId)),
  };
}
