import { stripVTControlCharacters } from 'node:util';
import type { WriteStream } from 'node:tty';
import { textWidth } from '../../terminal/cells.js';
import type { Frame } from '../../terminal/view.js';

const ESC = '\u001b[';
const HIDE = `${ESC}?25l`;
const SHOW = `${ESC}?25h`;
/**
 * Bracketed paste on, line wrap off. Without wrapping, a line that the terminal measures as wider than `textWidth` does
 * cannot move other lines.
 */
const BEGIN = `${ESC}?2004h${ESC}?7l`;
const END = `${ESC}?7h${ESC}?2004l${SHOW}`;
const ERASE_LINE = `${ESC}2K`;
const ERASE_BELOW = `\r${ESC}J`;
const up = (rows: number) => (rows > 0 ? `${ESC}${rows}A` : '');

/** The terminal while a prompt is rendered in it. */
export interface Display {
  begin(): void;
  /**
   * Replaces the frame. The cursor is then at the caret or the highlighted row, for input methods and screen readers.
   */
  draw(frame: Frame): void;
  /** Erases the frame after the size changed, because the terminal may have wrapped its lines. */
  reflow(columns: number): void;
  /** Prepares the terminal after the process was stopped. Other programs may have changed it and written to it. */
  resume(): void;
  /** Erases the frame, and restores the terminal. */
  end(): void;
  print(line: string): void;
}

/** Creates a display. It writes nothing after `output` was destroyed or ended. */
export function createDisplay(output: WriteStream): Display {
  /** The frame on the screen. The cursor is in the row that the frame names. */
  let drawn: Frame | undefined;
  const write = (text: string) => {
    if (!output.destroyed && output.writable) output.write(text);
  };
  /**
   * Returns the output that replaces the frame. It erases line by line: tmux moves a screen that is erased as a whole
   * into its scrollback.
   */
  const replacing = (lines: readonly string[], { row, column }: Pick<Frame['cursor'], 'row' | 'column'>): string => {
    const rows = Math.max(lines.length, drawn?.lines.length ?? 0);
    const text = Array.from({ length: rows }, (_, i) => ERASE_LINE + (lines[i] ?? '')).join('\n');
    return `${HIDE}${up(drawn?.cursor.row ?? 0)}\r${text}${up(rows - 1 - row)}${ESC}${column + 1}G`;
  };
  return {
    begin: () => write(BEGIN + HIDE),
    draw(frame) {
      const { lines, cursor } = frame;
      write(replacing(lines, cursor) + (cursor.seen ? SHOW : ''));
      drawn = frame;
    },
    reflow(columns) {
      if (!drawn) return;
      const { lines, cursor } = drawn;
      // Many terminals wrap lines that have become too long, so one line above can now be several.
      const heights = lines
        .slice(0, cursor.row)
        .map((line) => Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / columns)));
      const above = heights.reduce((sum, height) => sum + height, Math.floor(cursor.column / columns));
      write(HIDE + up(above) + ERASE_BELOW);
      drawn = undefined;
    },
    resume() {
      write(BEGIN + HIDE + ERASE_BELOW);
      drawn = undefined;
    },
    end() {
      write(replacing([], { row: 0, column: 0 }) + END);
      drawn = undefined;
    },
    print: (line) => write(`${line}\n`),
  };
}
