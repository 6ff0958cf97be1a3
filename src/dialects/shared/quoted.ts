import { textOf } from './read-answer.js';

const quote = (entry: string): string => (entry.includes(', ') || entry.includes('"') ? JSON.stringify(entry) : entry);

/** Texts in one, separated by `", "`. Those that have such a comma or a quotation mark are JSON texts, so that they stay whole. */
export const joinQuoted = (entries: readonly string[]): string => entries.map(quote).join(', ');

const QUOTED = /^"(?:[^"\\]|\\[^])*"/;

function unquote(entry: string): string | undefined {
  try {
    return textOf(JSON.parse(entry));
  } catch {
    return undefined;
  }
}

/** The texts that `joinQuoted` was given; `undefined` for what it can't have written. */
export function splitQuoted(text: string): readonly string[] | undefined {
  const entries: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = QUOTED.exec(rest)?.[0];
    const comma = rest.indexOf(', ');
    const written = quoted ?? (comma < 0 ? rest : rest.slice(0, comma));
    const entry = quoted === undefined ? written : unquote(quoted);
    if (entry === undefined || (quoted === undefined && entry.includes('"'))) return undefined;
    entries.push(entry);
    rest = rest.slice(written.length);
    if (rest === '') return entries;
    if (!rest.startsWith(', ')) return undefined;
    rest = rest.slice(2);
  }
}
