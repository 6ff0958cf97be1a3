import { closeSync, openSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';

export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** Closes the input, even standard input, and the output unless it is standard error. */
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
 * Follows the size of the terminal. Node does so only for standard output and standard error, which may both be
 * redirected.
 */
function followSize(output: WriteStream): () => void {
  const refresh = () => {
    const fd = ownTerminal('w');
    if (fd === undefined) return;
    // A new stream reads the current size.
    const current = new WriteStream(fd);
    const { columns, rows } = current;
    current.destroy();
    Object.assign(output, { columns, rows });
    output.emit('resize');
  };
  process.on('SIGWINCH', refresh);
  return () => process.off('SIGWINCH', refresh);
}

/**
 * Opens the user's terminal, or returns `undefined` if no terminal is available. Input is standard input if that is a
 * terminal and does not supply the request, otherwise `/dev/tty`. Output is standard error if that is a terminal,
 * otherwise `/dev/tty`.
 */
export function openTerminal(stdinIsTaken: boolean): Terminal | undefined {
  const typed = isatty(0) && !stdinIsTaken ? 0 : ownTerminal('r');
  const drawn = isatty(2) ? 2 : ownTerminal('w');
  if (typed === undefined || drawn === undefined) return undefined;
  const input = typed === 0 ? process.stdin : new ReadStream(typed);
  const output = drawn === 2 ? process.stderr : new WriteStream(drawn);
  const unfollow = output === process.stderr ? undefined : followSize(output);
  return {
    input,
    output,
    close() {
      input.destroy();
      unfollow?.();
      if (output !== process.stderr) output.destroy();
    },
  };
}

const STANDARD = [0, 1, 2];
const terminals = STANDARD.filter((fd) => isatty(fd));

/** Whether a terminal that was a standard stream at the start of the process has closed. */
export const isTerminalGone = (): boolean => !terminals.every((fd) => isatty(fd));

/**
 * Closes the standard streams. For the `exit` event after the terminal has closed: Node resets the modes of a terminal
 * on exit, and crashes if the terminal no longer exists.
 */
export function letGo(): void {
  for (const fd of STANDARD) {
    try {
      closeSync(fd);
    } catch {
      // Already closed.
    }
  }
}
