import { parse, TomlError } from 'smol-toml';
import { isRecord } from '../../../../src/core/guards.js';
import type { Format, Path } from './format.js';
import { lineBreakOf, SettingsError } from './text.js';

function read(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.split('\n');
    throw new SettingsError(
      `line ${error.line}, column ${error.column}: ${what.replace('Invalid TOML document: ', '')}`,
    );
  }
}

/** JSON's strings and numbers are TOML's too. */
function valueOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueOf).join(', ')}]`;
  return isRecord(value) ? `{ ${entriesOf(value).join(', ')} }` : JSON.stringify(value);
}

const entriesOf = (table: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(table).map(([key, one]) => `${key} = ${valueOf(one)}`);

/** Appends a table, which is possible wherever the text ends. */
function insert(text: string, path: Path, value: unknown) {
  if (!isRecord(value)) return undefined;
  const lineBreak = lineBreakOf(text);
  const lines = [`[${path.join('.')}]`, ...entriesOf(value)];
  const isOpen = text !== '' && !text.endsWith('\n');
  const gap = text.trim() === '' ? '' : lineBreak;
  return [{ at: text.length, text: `${isOpen ? lineBreak : ''}${gap}${lines.join(lineBreak)}${lineBreak}` }];
}

/** Returns the offset of the end of a table and of the tables in it, in lines. */
function endOfTable(lines: readonly string[], from: number, isOwn: (line: string) => boolean): number {
  const next = lines.findIndex((line, i) => i > from && /^\s*\[/.test(line) && !isOwn(line));
  let end = next < 0 ? lines.length : next;
  // The comments before the next table belong to it.
  while (end > from + 1 && /^(?:#.*)?$/.test(lines[end - 1]!.trim())) end--;
  return end;
}

/** Removes the lines of a table. A text with several lines can contain the same line, so each is tried. */
function takeOut(text: string, path: Path): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  const quoted = path.map((key) => String.raw`\s*["']?${key}["']?\s*`).join(String.raw`\.`);
  const isOwn = (line: string) => new RegExp(String.raw`^\s*\[${quoted}[\].]`).test(line);
  return lines.flatMap((line, from) => {
    if (!isOwn(line)) return [];
    const start = from > 0 && lines[from - 1]!.trim() === '' ? from - 1 : from;
    return [[...lines.slice(0, start), ...lines.slice(endOfTable(lines, from, isOwn))].join('')];
  });
}

// An inline table has no place for a table of its own.
const show: Format['show'] = (key, value) => `${key} = ${valueOf(value)}`;

export const toml: Format = { read, insert, show, takeOut };
