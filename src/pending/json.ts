import { PendingFileError } from './error.js';
import { reasonOf } from './reason.js';

/** UTF-8, with or without a byte order mark. */
export function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PendingFileError(`${source} is not valid UTF-8. Save it as UTF-8.`);
  }
}

/** What a JSON text says; refuses an empty one, and what is no JSON, in one line. */
export function parseJson(text: string, source: string): unknown {
  const json = text.trim();
  if (json === '') throw new PendingFileError(`${source} is empty. Expected JSON.`);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new PendingFileError(`${source} is not valid JSON: ${reasonOf(error)}.`);
  }
}

const EMOJI = String.raw`\p{ExtPict}\ufe0f?(?:\u200d\p{ExtPict}\ufe0f?)*`;
const UNSEEN = String.raw`([\p{Cc}\p{Zl}\p{Zp}\p{DI}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])`;
const UNSEEN_OR_EMOJI = new RegExp(`${EMOJI}|${UNSEEN}`, 'gu');

/** UTF-16 units as JSON escapes them. */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/**
 * One line that can't steer a terminal: control characters, invisible ones outside an emoji, and marks that turn the
 * reading direction are written as escapes. An agent's text may be in it.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(UNSEEN_OR_EMOJI, (found: string, unseen?: string) => (unseen === undefined ? found : escaped(found)));

/**
 * JSON for standard output and for files, on one line unless `pretty`. What can't be seen in it, or would steer a terminal, is written
 * as escapes, which are the same value to every parser.
 */
export const toJson = (value: unknown, pretty = false): string =>
  `${JSON.stringify(value, undefined, pretty ? 2 : undefined)
    .split('\n')
    .map(oneLine)
    .join('\n')}\n`;
