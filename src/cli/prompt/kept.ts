import { PendingFileError } from '../../pending/errors.js';
import { readPrivate, removeRead, writePrivate } from '../../pending/files.js';
import type { TerminalSession } from '../../terminal/session.js';

/** Answers that were not accepted, of all sessions. */
const KEPT_FILE = '.ask-user/kept-answers.json';

const attempt = <T>(run: () => T, failed: (reason: string) => void): T | undefined => {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    failed(error.message);
    return undefined;
  }
};

/** Returns what the sessions before this one have kept, or an empty string. */
export const readKeptFile = (printMessage: (line: string) => void): string =>
  attempt(
    () => readPrivate(KEPT_FILE)?.bytes.toString('utf8') ?? '',
    (reason) => printMessage(`Your earlier answers cannot be offered. ${reason}`),
  ) ?? '';

/** Keeps what was entered into a session. Of two sessions that write at the same time, the second tries again. */
function writeKeptFile(session: TerminalSession, failed: (reason: string) => void): void {
  attempt(() => {
    for (let tries = 0; tries < 3; tries++) {
      const before = readPrivate(KEPT_FILE);
      const text = session.keep({ text: before?.bytes.toString('utf8'), now: Date.now() });
      if (text === undefined ? !before || removeRead(KEPT_FILE, before) : writePrivate(KEPT_FILE, text, before)) return;
    }
    failed(`${KEPT_FILE} has changed meanwhile.`);
  }, failed);
}

/** Milliseconds between two looks for something to keep. A program that is killed loses what was entered since. */
const KEEP_MS = 500;

/**
 * Keeps what is entered into a session while it is open, without messages: at the end, it is tried again.
 *
 * @returns A function for the end of the session, which keeps what was entered and stops.
 */
export function keepWhileOpen(session: TerminalSession, printMessage: (line: string) => void): () => void {
  let { drafts, message } = session.state();
  const timer = setInterval(() => {
    const now = session.state();
    if (now.drafts === drafts && now.message === message) return;
    writeKeptFile(session, () => {});
    ({ drafts, message } = now);
  }, KEEP_MS);
  return () => {
    clearInterval(timer);
    writeKeptFile(session, (reason) => printMessage(`What you entered was not kept for this session. ${reason}`));
  };
}
