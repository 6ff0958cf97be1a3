import { isRecord } from '../../core/guards.js';
import { messageOf } from '../errors.js';
import type { AskedRequest, Change, OpenedRequest, RequestState, Settlement, StoredRequest } from './types.js';

/** An id up to this length is its own key. */
const PLAIN = 200;

/**
 * An id as engines take it: no U+0000 and no lone surrogate, and short enough for an index. Ordinary ids stay as they are,
 * and no two become one: a hash is told by its quote, which is escaped in any other.
 */
export async function keyOf(id: string): Promise<string> {
  const escaped = JSON.stringify(id).slice(1, -1);
  if (escaped.length <= PLAIN) return escaped;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(escaped));
  return `"${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export const keysOf = (ids: Iterable<string>): Promise<string[]> => Promise.all([...ids].map(keyOf));

/** The change in a notice, which is `["` key `","` key `"]`. One of hashed ids names nothing: something has changed. */
export function readNotice(notice: string | undefined): Change | undefined {
  try {
    const [requestId, conversationId]: unknown[] = JSON.parse(notice ?? '');
    return typeof requestId === 'string' && typeof conversationId === 'string'
      ? { requestId, conversationId }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns how the text of this instance begins, which no other does; without an id, of all instances. */
export const startOf = (instanceId: string | undefined): string =>
  instanceId === undefined ? '' : `{"instanceId":${JSON.stringify(instanceId)},`;

/** @throws where `raw` or `metadata` can't be said in JSON */
export function writeAsked(asked: AskedRequest, instanceId: string): string {
  try {
    // First in the text, whatever else has that name.
    return JSON.stringify(Object.assign({ instanceId }, asked, { instanceId }));
  } catch (cause) {
    const { requestId } = asked.request;
    const why = messageOf(cause).split('\n')[0];
    throw new TypeError(
      `The question "${requestId}" can't be kept: its raw input or its metadata is no JSON (${why}). Give the request plain data there, or nothing.`,
      { cause },
    );
  }
}

/** What the text of a settlement that has not reached its agent begins with, in place of its brace. */
export const UNREACHED = '{"reached":false,';

/** What an engine keeps of a request. */
export interface Row {
  readonly id: unknown;
  readonly asked: unknown;
  /** Empty, or none, for a request that is not settled. */
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

/** As far as others rely on it: what one of these stores has written is trusted to be what it was. */
const isOpened = (value: unknown): value is Omit<OpenedRequest, 'order'> =>
  isRecord(value) &&
  typeof value['instanceId'] === 'string' &&
  typeof value['conversationId'] === 'string' &&
  isRecord(value['request']) &&
  typeof value['request']['requestId'] === 'string' &&
  Array.isArray(value['request']['questions']);

const isSettlement = (value: unknown): value is Settlement => isRecord(value) && isRecord(value['result']);

function stored({ asked, settlement, place, state }: Row): StoredRequest | undefined {
  const request = parsed(asked);
  const ended = parsed(settlement);
  const order = Number(place);
  if (!isOpened(request) || !isState(state) || !Number.isSafeInteger(order)) return undefined;
  if (state !== 'settled') return ended === undefined ? { ...request, state, order } : undefined;
  return isSettlement(ended) ? { ...request, state, order, settlement: ended } : undefined;
}

/** @throws where it is no request: somebody else has written it */
export function readRow(row: Row): StoredRequest {
  let cause: unknown;
  try {
    const read = stored(row);
    if (read) return read;
  } catch (error) {
    cause = error;
  }
  throw new Error(
    `What is kept of the question "${String(row.id)}" is not as it was written, so it can't be read. Restore or delete what is kept under that id.`,
    { cause },
  );
}

/** Reads what there is of many: what can't be read keeps nobody from the others. It is told once. */
export function createListReader(onError: (error: unknown) => void): (rows: readonly Row[]) => StoredRequest[] {
  const told = new Set<unknown>();
  const report = (error: unknown) => {
    try {
      onError(error);
    } catch {
      // Whoever hears of failures must not make one.
    }
  };
  return (rows) =>
    rows.flatMap((row) => {
      try {
        return readRow(row);
      } catch (error) {
        if (told.has(row.id)) return [];
        told.add(row.id);
        report(error);
        return [];
      }
    });
}
