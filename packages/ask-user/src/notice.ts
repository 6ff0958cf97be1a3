import { closeSync, openSync, writeSync } from 'node:fs';

/** Saves the title of the terminal, and sets another one. Terminals without such a stack ignore the first part. */
const SET_TITLE = '\u001B[22;2t\u001B]2;A question waits for you\u0007';
/** Restores the saved title. */
const RESTORE_TITLE = '\u001B[23;2t';

/** Writes to the terminal of this process, which is not its standard output, if there is one. */
function writeTerminal(text: string): void {
  let terminal: number | undefined;
  try {
    terminal = openSync('/dev/tty', 'w');
    writeSync(terminal, text);
  } catch {
    // Without a terminal there is no title.
  } finally {
    if (terminal !== undefined) closeSync(terminal);
  }
}

/** The terminal's title, while a question waits. */
export interface Notice {
  /** Says that one more question waits. Returns a function that takes it back; calling it again has no effect. */
  begin(): () => void;
  /** Restores the title. */
  close(): void;
}

export function createNotice(write: (text: string) => void = writeTerminal): Notice {
  let waiting = 0;
  const close = () => {
    if (waiting > 0) write(RESTORE_TITLE);
    waiting = 0;
  };
  return {
    begin() {
      if (waiting++ === 0) write(SET_TITLE);
      let isDone = false;
      return () => {
        if (isDone || waiting === 0) return;
        isDone = true;
        if (waiting === 1) close();
        else waiting -= 1;
      };
    },
    close,
  };
}
