import { clusters, textWidth } from './cells.js';
import { STYLES } from './theme.js';
import type { Frame } from './view.js';

function markAt(line: string, column: number, mark: (character: string) => string): string {
  let width = 0;
  let marked = false;
  // `split` with a group in the pattern makes every second part a style.
  const parts = line.split(STYLES).map((part, i) => {
    if (marked || i % 2 === 1) return part;
    return clusters(part)
      .map((cluster) => {
        const here = !marked && width + textWidth(cluster) > column;
        width += textWidth(cluster);
        marked ||= here;
        return here ? mark(cluster) : cluster;
      })
      .join('');
  });
  return marked ? parts.join('') : parts.join('') + ' '.repeat(column - width) + mark(' ');
}

/**
 * Returns the lines of a frame with the cursor in them, for a host that cannot place the terminal's cursor. `mark`
 * receives the character at the cursor and returns it with a style, such as reverse video.
 *
 * @example
 * linesWithCursor(frame, (character) => `\u001b[7m${character}\u001b[27m`);
 */
export function linesWithCursor({ lines, cursor }: Frame, mark: (character: string) => string): readonly string[] {
  if (!cursor.seen) return lines;
  return lines.map((line, row) => (row === cursor.row ? markAt(line, cursor.column, mark) : line));
}
