import { keyOf, type Row } from './codec.js';
import type { Settlement, StoredRequest } from './types.js';

/** A request that has settled. */
export interface SettledRequest extends StoredRequest {
  readonly state: 'settled';
  readonly settlement: Settlement;
}

/** A settlement that one process has taken, to give it to the callback of its request. */
export interface TakenSettlement {
  readonly settled: SettledRequest;
  /** How many times it has been taken: 1 for the first time. */
  readonly attempt: number;
}

/** A settlement that the callback has failed to acknowledge too often. It stays parked until `retry`. */
export interface ParkedSettlement {
  readonly settled: SettledRequest;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string;
}

/**
 * What becomes of a settlement that was taken: it stays with its taker for another `forMs` milliseconds, was delivered, can be taken by
 * anybody `inMs` milliseconds from now, or is parked.
 */
export type NextStep =
  | { readonly state: 'held'; readonly forMs: number }
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly inMs: number; readonly error: string }
  | { readonly state: 'parked'; readonly error: string };

/** How settlements are taken. */
export interface TakeOptions {
  /** Identifies who takes them, by a random UUID. */
  readonly claim: string;
  /** No other process can take them for so long, in milliseconds. */
  readonly claimMs: number;
  /** The most that are taken. */
  readonly limit: number;
}

/**
 * The settlements that are to be given to callbacks. A request that was opened with a `callback` enters as it settles, in the same atomic
 * write, and the store does not forget it before it is delivered. Every method may reject, and is safe to retry.
 */
export interface Outbox {
  /** Takes settlements that are due for this callback, the longest due first. Of any number of calls, one takes each. */
  take(callback: string, options: TakeOptions): Promise<readonly TakenSettlement[]>;
  /** Says what becomes of a settlement. Returns `false`, and changes nothing, if it is no longer taken under this claim. */
  update(requestId: string, claim: string, next: NextStep): Promise<boolean>;
  /** The parked settlements, in the order in which their requests were opened. */
  parked(): Promise<readonly ParkedSettlement[]>;
  /** Makes a parked settlement due, with its attempts counted from 0, and tells `watch`. Returns `false` if it is not parked. */
  retry(requestId: string): Promise<boolean>;
}

/** What an engine has of a settlement in its outbox. */
export interface OutboxRow extends Row {
  readonly attempts: unknown;
  readonly error: unknown;
}

/** The outbox's statements in an engine, by key. */
export interface OutboxEngine {
  take(callback: string, claim: string, claimMs: number, limit: number): Promise<readonly OutboxRow[]>;
  /** @param ms - The milliseconds of a state that has some. */
  update(id: string, claim: string, state: NextStep['state'], ms: number, error?: string): Promise<boolean>;
  parked(): Promise<readonly OutboxRow[]>;
  retry(id: string): Promise<boolean>;
}

/** @param readAll - Leaves out, and reports, what cannot be read. */
export function createEngineOutbox(
  engine: OutboxEngine,
  readAll: (rows: readonly Row[]) => readonly StoredRequest[],
): Outbox {
  const read = (rows: readonly OutboxRow[]) =>
    rows.flatMap((row) =>
      readAll([row]).map((settled) => ({
        settled: settled as SettledRequest,
        attempts: Number(row.attempts),
        error: String(row.error ?? ''),
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
