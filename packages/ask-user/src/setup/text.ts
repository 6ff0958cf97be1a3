/** Settings that cannot be used. Nothing was written. */
export class SettingsError extends Error {}

/** Returns "line 3, column 5" for an offset in UTF-16 code units. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Returns the line break of a text: that of its first line. */
export const lineBreakOf = (text: string): string => /\r\n|\n/.exec(text)?.[0] ?? '\n';

/** Returns the spaces and tabs with which the line of an offset begins. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Maximum length of a changed line in UTF-16 code units. Settings in one long line can contain much else. */
const MAX_LINE = 160;
/** Length of what is shown before and after a change within a long line. */
const BESIDE = 40;

/** Shortens a line to its part that differs from another one. */
function shorten(line: string, other: string): string {
  if (Math.max(line.length, other.length) <= MAX_LINE) return line;
  const size = Math.min(line.length, other.length);
  let head = 0;
  while (head < size && line[head] === other[head]) head++;
  let tail = 0;
  while (tail < size - head && line.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const from = Math.max(0, head - BESIDE);
  const to = Math.min(line.length, line.length - tail + BESIDE);
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

/** Returns the changed lines of a text with the lines around them, for a terminal. */
export function showChange(before: string, after: string, around = 2): readonly string[] {
  const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
  const [old, now] = [linesOf(before), linesOf(after)];
  const sizes = Math.min(old.length, now.length);
  let head = 0;
  while (head < sizes && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < sizes - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, head - around);
  const marked = (mark: string, lines: readonly string[], others: readonly string[] = lines) =>
    lines.map((line, i) => `${mark} ${shorten(line, others[i] ?? '')}`);
  const [removed, added] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  return [
    `@@ line ${from + 1} @@`,
    ...marked(' ', old.slice(from, head)),
    ...marked('-', removed, added),
    ...marked('+', added, removed),
    ...marked(' ', old.slice(old.length - tail, old.length - tail + around)),
  ];
}
