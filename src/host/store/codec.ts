import { isRecord, isRequest } from '../../core/guards.js';
import { messageOf, safely } from '../guard.js';
import type { NewRequest, StoreChange, RequestInstance, RequestState, Settlement, StoredRequest } from './types.js';

/** Maximum length of an escaped id that is not hashed, in UTF-16 code units. */
const PLAIN = 200;

/**
 * Returns the key of an id: without U+0000 and lone surrogates, and short enough for an index. A hash begins with a
 * quote, which is escaped in a plain key, so that a hash is not taken for an id.
 */
export async function keyOf(id: string): Promise<string> {
  const escaped = JSON.stringify(id).slice(1, -1);
  if (escaped.length <= PLAIN) return escaped;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(escaped));
  return `"${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export const keysOf = (ids: Iterable<string>): Promise<string[]> => Promise.all([...ids].map(keyOf));

/**
 * Parses `["` key `","` key `"]`. Returns `undefined` for hashed ids, and for a text that is missing or invalid. Then
 * anything may have changed.
 */
export function parseNotification(notice: string | undefined): StoreChange | undefined {
  try {
    const [requestId, conversationId]: unknown[] = JSON.parse(notice ?? '');
    return typeof requestId === 'string' && typeof conversationId === 'string'
      ? { requestId, conversationId }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the unique start of the stored text of this instance; without an id, the start of every text. */
export const startOf = (instanceId: string | undefined): string =>
  instanceId === undefined ? '' : `{"instanceId":${JSON.stringify(instanceId)},`;

export function serializeRequest(asked: NewRequest, instanceId: string): string {
  try {
    // `startOf` relies on `instanceId` being first.
    return JSON.stringify(Object.assign({ instanceId }, asked, { instanceId }));
  } catch (cause) {
    const { requestId } = asked.request;
    const why = messageOf(cause).split('\n')[0];
    throw new TypeError(
      `The question "${requestId}" cannot be stored, because its \`raw\` or \`metadata\` is not serializable as JSON (${why}). Pass plain data, or omit them.`,
      { cause },
    );
  }
}

/** Replaces the opening brace of a settlement whose agent went on without it. */
export const UNREACHED = '{"reached":false,';

export interface Row {
  readonly id: unknown;
  readonly asked: unknown;
  /** Empty or `null` for a pending request. */
  readonly settlement: unknown;
  readonly place: unknown;
  readonly state: unknown;
}

const isState = (state: unknown): state is RequestState =>
  state === 'awaiting_user_response' || state === 'orphaned' || state === 'settled';

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  return JSON.parse(text);
}

const isOpened = (value: unknown): value is Omit<RequestInstance, 'order'> =>
  isRecord(value) &&
  typeof value['instanceId'] === 'string' &&
  typeof value['conversationId'] === 'string' &&
  isRequest(value['request']);

const isSettlement = (value: unknown): value is Settlement => isRecord(value) && isRecord(value['result']);

function stored({ asked, settlement, place, state }: Row): StoredRequest | undefined {
  const request = parsed(asked);
  const ended = parsed(settlement);
  const order = Number(place);
  if (!isOpened(request) || !isState(state) || !Number.isSafeInteger(order)) return undefined;
  if (state !== 'settled') return ended === undefined ? { ...request, state, order } : undefined;
  return isSettlement(ended) ? { ...request, state, order, settlement: ended } : undefined;
}

export function parseRow(row: Row): StoredRequest {
  let cause: unknown;
  try {
    const read = stored(row);
    if (read) return read;
  } catch (error) {
    cause = error;
  }
  throw new Error(
    `The stored question "${String(row.id)}" was changed and cannot be read. Restore or delete its row or key.`,
    { cause },
  );
}

/** Returns a function that parses rows. It skips rows that cannot be read, and reports each of their ids once. */
export function createListReader(onError: (error: unknown) => void): (rows: readonly Row[]) => StoredRequest[] {
  const reported = new Set<unknown>();
  const report = safely(onError);
  return (rows) =>
    rows.flatMap((row) => {
      try {
        return parseRow(row);
      } catch (error) {
        if (reported.has(row.id)) return [];
        reported.add(row.id);
        report(error);
        return [];
      }
    });
}
