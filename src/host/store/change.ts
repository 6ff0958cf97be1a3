import { AskUserError } from '../errors.js';
import type { NewRecord, RecordKey, RequestStore, StoredRecord } from './types.js';

/** Maximum number of attempts to write a record that other processes write, too. One of them succeeds each time. */
const TRIES = 100;

/** A record as it was read. */
export interface Seen {
  /** Time of the read by the store's clock. */
  readonly now: number;
  readonly record: StoredRecord | undefined;
}

/** What is written. The `conversationId` is empty if it is absent. */
export interface Change extends Pick<NewRecord, 'list' | 'at' | 'value'> {
  readonly conversationId?: string | undefined;
  /** Whether the other processes are told. @default false */
  readonly isChange?: boolean | undefined;
}

export const toRecord = (
  { kind, id }: RecordKey,
  { list, at, value, conversationId = '' }: Omit<Change, 'isChange'>,
): NewRecord => ({ kind, id, version: crypto.randomUUID(), list, conversationId, at, value });

export async function read(store: RequestStore, { kind, id }: RecordKey): Promise<Seen> {
  const { now, records } = await store.get(kind, [id]);
  return { now, record: records[0] };
}

/**
 * Writes what `next` returns for the stored record, and starts again if another process wrote it meanwhile. Returns
 * `false`, without a write, if `next` returns `undefined`.
 *
 * @param next - Has to use the record that it receives, because another process may have written it since.
 * @param seen - The record as it was read before. By default, it is read.
 */
export async function change(
  store: RequestStore,
  key: RecordKey,
  next: (seen: Seen) => Change | undefined | Promise<Change | undefined>,
  seen?: Seen,
): Promise<boolean> {
  let at = seen ?? (await read(store, key));
  for (let tries = 1; tries <= TRIES; tries++) {
    const changed = await next(at);
    if (!changed) return false;
    const { isChange = false } = changed;
    const record = toRecord(key, changed);
    const { written } = at.record
      ? await store.compareAndSet(at.record.version, record, isChange)
      : await store.insert(record, isChange);
    if (written) return true;
    at = await read(store, key);
  }
  throw new AskUserError(
    'store_failed',
    `The store did not write "${key.id}" in ${TRIES} attempts, because its record had changed each time. Try again.`,
  );
}
