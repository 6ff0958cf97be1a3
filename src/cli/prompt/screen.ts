import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { WriteStream } from 'node:tty';
import { textWidth } from '../../terminal/cells.js';
import type { Frame } from '../../terminal/view.js';

const ESC = '\u001b[';
const HIDE = `${ESC}?25l`;
const SHOW = `${ESC}?25h`;
/** Lines that a terminal counts as wider than we do are cut by it, and not wrapped: what is below stays where it is. */
const BEGIN = `${ESC}?2004h${ESC}?7l`;
const END = `${ESC}?7h${ESC}?2004l${SHOW}`;
const up = (rows: number) => (rows > 0 ? `${ESC}${rows}A` : '');
const down = (rows: number) => (rows > 0 ? `${ESC}${rows}B` : '');

/** The terminal while a prompt is drawn in it, which leaves its cursor below the last line. */
export interface Display {
  /** What the prompt library writes to. It has no columns that it could wrap at: frames fit already. */
  readonly sink: Writable & { readonly columns: number };
  begin(): void;
  /** After a frame was drawn: the cursor goes to what is highlighted, for input methods and screen readers. */
  place(frame: Frame): void;
  /** Before another one is drawn. */
  leave(): void;
  /** Before another one is drawn in a window of another width: takes away what the terminal has made of the last one. */
  reflow(columns: number): void;
  /** Before another one is drawn after the program was stopped: the terminal was given to somebody else, and has their text. */
  resume(): void;
  /** As it was before, but for what is drawn. */
  end(): void;
  /** A line that stays. */
  print(line: string): void;
}

/** Writes that a closed terminal does not take are let go: whoever listens to its `error` hears of it. */
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
      // Most terminals break lines that have become too long: what was one line above is now more.
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
