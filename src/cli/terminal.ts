import { closeSync, openSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';

/** Where a person can be asked. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Closes what was opened for it. */
  close(): void;
}

function ownTerminal(flags: 'r' | 'w'): number | undefined {
  try {
    const fd = openSync('/dev/tty', flags);
    return isatty(fd) ? fd : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The person's terminal: standard input where that is one and was not read, else `/dev/tty`; drawn on standard error where that
 * is one, else on `/dev/tty`. Never on standard output, which is for the result.
 */
export function openTerminal(stdinIsTaken: boolean): Terminal | undefined {
  const typed = isatty(0) && !stdinIsTaken ? 0 : ownTerminal('r');
  const drawn = isatty(2) ? 2 : ownTerminal('w');
  if (typed === undefined || drawn === undefined) return undefined;
  const input = typed === 0 ? process.stdin : new ReadStream(typed);
  const output = drawn === 2 ? process.stderr : new WriteStream(drawn);
  return {
    input,
    output,
    close() {
      input.destroy();
      if (output !== process.stderr) output.destroy();
    },
  };
}

const STANDARD = [0, 1, 2];
const terminals = STANDARD.filter((fd) => isatty(fd));

/** Whether a terminal that was there at the start of the program is gone. */
export const isTerminalGone = (): boolean => !terminals.every((fd) => isatty(fd));

/**
 * Closes the standard streams, for the `exit` event after the terminal is gone: Node resets the modes of a terminal at the end,
 * and crashes if there is no terminal any more.
 */
export function letGo(): void {
  for (const fd of STANDARD) {
    try {
      closeSync(fd);
    } catch {
      // It was closed before.
    }
  }
}
