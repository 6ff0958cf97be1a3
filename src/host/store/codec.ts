import { isRecord } from '../../core/guards.js';
import { encodedBytes } from '../bounded-cache.js';
import { messageOf } from '../guard.js';
import type { NewRecord, StoreChange, StoredRecord } from './types.js';

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

/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const NOTICE_BYTES = 8_000;

/** Returns the notification of a write. It names no request if the ids are too long for it. */
export function noticeOf({ id, conversationId }: NewRecord): string {
  const notice = JSON.stringify([id, conversationId]);
  return encodedBytes(notice) < NOTICE_BYTES ? notice : '[]';
}

/**
 * Parses a text of `noticeOf`. Returns `undefined` if it names no request, and for a text that is missing or invalid.
 * Then anything may have changed.
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

/** Returns the JSON text of a record, or of its value. */
export function serialize(id: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const why = messageOf(cause).split('\n')[0];
    throw new TypeError(
      `The question "${id}" cannot be stored, because its \`raw\` or \`metadata\` is not serializable as JSON (${why}). Pass plain data, or omit them.`,
      { cause },
    );
  }
}

/** What an engine returns of a record. */
export interface Row {
  /** Key of the id. */
  readonly id: unknown;
  /** Text of `serialize`. */
  readonly record: unknown;
  readonly place: unknown;
  readonly written: unknown;
}

/** The value of a record that cannot be read is `undefined`. */
export function parseRow(kind: string, { id, record, place, written }: Row): StoredRecord {
  const unreadable = { kind, id: String(id), version: '', list: '', conversationId: '', at: 0, value: undefined };
  return { ...(parsed(record) ?? unreadable), order: Number(place), writtenAt: Number(written) };
}

const TEXTS = ['kind', 'id', 'version', 'list', 'conversationId'];

const isNewRecord = (value: unknown): value is NewRecord =>
  isRecord(value) && TEXTS.every((name) => typeof value[name] === 'string') && typeof value['at'] === 'number';

function parsed(text: unknown): NewRecord | undefined {
  try {
    const record: unknown = JSON.parse(String(text));
    return isNewRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}
