import { EMOJI } from '../core/clean.js';
import { PendingFileError, reasonOf } from './errors.js';

export function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PendingFileError(`${source} is not valid UTF-8. Save it as UTF-8.`);
  }
}

export function parseJson(text: string, source: string): unknown {
  const json = text.trim();
  if (json === '') throw new PendingFileError(`${source} is empty. Expected JSON.`);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new PendingFileError(`${source} is not valid JSON: ${reasonOf(error)}.`);
  }
}

const UNSEEN = String.raw`([\p{Cc}\p{Zl}\p{Zp}\p{DI}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])`;
const UNSEEN_OR_EMOJI = new RegExp(`${EMOJI}|${UNSEEN}`, 'gu');

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/**
 * Makes a line safe for a terminal, because it may contain an agent's text. Escapes control characters, invisible
 * characters, and marks that change the reading direction. Those of an emoji stay.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(UNSEEN_OR_EMOJI, (found: string, unseen?: string) => (unseen === undefined ? found : escaped(found)));

/**
 * Formats JSON for standard output and files, on one line unless `pretty`, with a line break at the end. Escapes the
 * same characters as `oneLine`.
 */
export const toJson = (value: unknown, pretty = false): string =>
  `${JSON.stringify(value, undefined, pretty ? 2 : undefined)
    .split('\n')
    .map(oneLine)
    .join('\n')}\n`;
