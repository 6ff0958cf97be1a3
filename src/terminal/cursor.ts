import { clusters, textWidth } from './cells.js';
import { STYLES } from './theme.js';
import type { Frame } from './view.js';

function paintAt(line: string, column: number, paint: (character: string) => string): string {
  let width = 0;
  let isPainted = false;
  // `split` with a group in the pattern makes every second part a style.
  const parts = line.split(STYLES).map((part, i) => {
    if (isPainted || i % 2 === 1) return part;
    return clusters(part)
      .map((cluster) => {
        const here = !isPainted && width + textWidth(cluster) > column;
        width += textWidth(cluster);
        isPainted ||= here;
        return here ? paint(cluster) : cluster;
      })
      .join('');
  });
  return isPainted ? parts.join('') : parts.join('') + ' '.repeat(column - width) + paint(' ');
}

/**
 * Returns the lines of a frame with the cursor in them, for a host that cannot place the terminal's cursor. `paint`
 * receives the character at the cursor and returns it with a style, such as reverse video.
 *
 * @example
 * linesWithCursor(frame, (character) => `\u001b[7m${character}\u001b[27m`);
 */
export function linesWithCursor({ lines, cursor }: Frame, paint: (character: string) => string): readonly string[] {
  if (!cursor.seen) return lines;
  return lines.map((line, row) => (row === cursor.row ? paintAt(line, cursor.column, paint) : line));
}
