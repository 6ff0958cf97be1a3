import { textOf } from './values.js';

const quote = (entry: string): string => (entry.includes(', ') || entry.includes('"') ? JSON.stringify(entry) : entry);

/**
 * Writes a text between quotation marks. A text that contains one is written as JSON, so that it cannot end early and
 * continue like another answer.
 */
export const inQuotes = (text: string): string => (text.includes('"') ? JSON.stringify(text) : `"${text}"`);

/** Writes a text beside quoted ones: as JSON if it contains a quotation mark. */
export const besideQuotes = (text: string): string => (text.includes('"') ? JSON.stringify(text) : text);

/** Every character at which a program or a model may begin a line. JSON escapes only some of them. */
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/g;

const escaped = (break_: string): string => `\\u${break_.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes a text on its line: as JSON if it contains a line break, or if it looks like JSON. */
export const onOneLine = (text: string): string =>
  text.search(LINE_BREAK) >= 0 || /^".*"$/.test(text) ? JSON.stringify(text).replace(LINE_BREAK, escaped) : text;

export const joinQuoted = (entries: readonly string[]): string => entries.map(quote).join(', ');

/**
 * Returns the index after the JSON string that starts at `start`, or -1 if the string does not end.
 *
 * A loop, because a regular expression overflows the stack for very long strings.
 */
export function endOfQuoted(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '"') return i + 1;
    if (text[i] === '\\') i++;
  }
  return -1;
}

function unquote(entry: string): string | undefined {
  try {
    return textOf(JSON.parse(entry));
  } catch {
    return undefined;
  }
}

/** Splits a text that `joinQuoted` wrote. Returns `undefined` if the text is malformed. */
export function splitQuoted(text: string): readonly string[] | undefined {
  const entries: string[] = [];
  for (let at = 0; ;) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : -1;
    const comma = text.indexOf(', ', at);
    const end = quoted >= 0 ? quoted : comma < 0 ? text.length : comma;
    const written = text.slice(at, end);
    const entry = quoted >= 0 ? unquote(written) : written;
    if (entry === undefined || (quoted < 0 && entry.includes('"'))) return undefined;
    entries.push(entry);
    if (end === text.length) return entries;
    if (!text.startsWith(', ', end)) return undefined;
    at = end + 2;
  }
}
