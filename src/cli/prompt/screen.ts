import { Writable } from 'node:stream';
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
const up = (rows: number) => (rows > 0 ? `${ESC}${rows}A` : '');
const down = (rows: number) => (rows > 0 ? `${ESC}${rows}B` : '');

/** The terminal while a prompt is rendered in it. The prompt library leaves the cursor on the last line. */
export interface Display {
  /** Stream for the prompt library. Its width prevents the library from wrapping lines, which already fit. */
  readonly sink: Writable & { readonly columns: number };
  begin(): void;
  /** Moves the cursor to the caret or highlighted row of a rendered frame, for input methods and screen readers. */
  place(frame: Frame): void;
  /** Hides the cursor and moves it to the last line of the frame, from where the prompt library erases the frame. */
  leave(): void;
  /** Erases the frame after the size changed, because the terminal may have wrapped its lines. */
  reflow(columns: number): void;
  /** Prepares the terminal after the process was stopped. Other programs may have changed it and written to it. */
  resume(): void;
  end(): void;
  print(line: string): void;
}

/** Creates a display. It writes nothing after `output` was destroyed or ended. */
export function createDisplay(output: WriteStream): Display {
  let drawn: Frame | undefined;
  const write = (text: string) => {
    if (text !== '' && !output.destroyed && output.writable) output.write(text);
  };
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
  const below = ({ lines, cursor }: Frame) => lines.length - 1 - cursor.row;
  const leave = () => {
    if (drawn) write(HIDE + down(below(drawn)));
    drawn = undefined;
  };
  return {
    sink: Object.assign(sink, { columns: Number.MAX_SAFE_INTEGER }),
    begin: () => write(BEGIN + HIDE),
    place(frame) {
      drawn = frame;
      write(`${up(below(frame))}${ESC}${frame.cursor.column + 1}G${frame.cursor.seen ? SHOW : ''}`);
    },
    leave,
    reflow(columns) {
      if (!drawn) return;
      const { lines, cursor } = drawn;
      // Many terminals wrap lines that have become too long, so one line above can now be several.
      const heights = lines
        .slice(0, cursor.row)
        .map((line) => Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / columns)));
      const above = heights.reduce((sum, height) => sum + height, Math.floor(cursor.column / columns));
      write(`${HIDE}${up(above)}\r${ESC}J${'\n'.repeat(lines.length - 1)}`);
      drawn = undefined;
    },
    resume() {
      write(`${BEGIN}${HIDE}\r${ESC}J${'\n'.repeat(drawn ? drawn.lines.length - 1 : 0)}`);
      drawn = undefined;
    },
    end() {
      leave();
      write(END);
    },
    print: (line) => write(`${line}\n`),
  };
}
