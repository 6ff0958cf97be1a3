import { setTimeout as wait } from 'node:timers/promises';
import type { AnsweredResult } from '../core/answer/types.js';
import { strandedOf } from './claim.js';
import { PendingFileError } from './errors.js';
import { isSame, readPending, type Asked, type PendingFile } from './file.js';
import { statsOf } from './files.js';
import type { Mailbox } from './mailbox.js';
import { readAnswers, takeAnswers } from './take.js';

/** Milliseconds between two looks at the file. */
const LOOK_MS = 200;
/**
 * Milliseconds for which a file has to stay as it is before it is read. An editor can write a file in several steps, and
 * save it while the user types.
 */
const QUIET_MS = 2_000;

export interface WaitOptions {
  readonly mailbox: Mailbox;
  readonly asked: Asked;
  readonly signal: AbortSignal;
  /** Milliseconds after which the wait ends. */
  readonly timeoutMs?: number | undefined;
  /** Called with the reason why a changed file cannot be used, and the wait continues. */
  onProblem(message: string): void;
}

/** The end of a wait. `removed` if the file is gone, or contains other questions. */
export type WaitEnd =
  | { readonly status: 'answered'; readonly result: AnsweredResult; done(): void }
  | { readonly status: 'removed' | 'timedOut' | 'stopped' };

const GONE = 'gone';

/** Identifies the content of a file without reading it. */
function versionOf(file: string): string {
  const stats = statsOf(file);
  return stats ? [stats.dev, stats.ino, stats.size, stats.mtimeMs].join() : GONE;
}

/** Returns the answers that another process took and put into the mailbox. */
function received({ file }: Mailbox, asked: Asked): WaitEnd {
  try {
    const read = readAnswers(file, { asked });
    if (read && isSame(read, asked)) return { status: 'answered', result: read.result, done() {} };
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
  }
  return { status: 'removed' };
}

/**
 * Throws if a question has no answer yet. The user may have saved the file before the end, so that `null` does not leave
 * an optional question blank.
 */
function checkCompleted(file: string, asked: Asked, { questions }: PendingFile): void {
  const index = questions.findIndex(({ answer }) => answer === null || answer === undefined);
  if (index < 0) return;
  readAnswers(file, { asked });
  const why = `question ${index + 1} has no answer. Write "" to leave it blank`;
  throw new PendingFileError(`${file}: ${why}.`);
}

/** Takes the answers from the file, or returns `undefined` if it has open questions or cannot be used. */
function taken(file: string, { asked, onProblem }: WaitOptions): WaitEnd | undefined {
  const version = versionOf(file);
  try {
    const pending = readPending(file, { asked });
    if (!pending) return undefined;
    if (!isSame(pending, asked)) return { status: 'removed' };
    checkCompleted(file, asked, pending);
    const found = takeAnswers(file, undefined, { asked });
    if (!found) return undefined;
    if (isSame(found, asked)) return { status: 'answered', result: found.result, done: found.done };
    found.restore();
    return { status: 'removed' };
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    // A file that has changed since is read again.
    if (!error.isOpen && versionOf(file) === version) onProblem(error.message);
    return undefined;
  }
}

/** Waits until the questions in a file are answered: in the file, or by a process that takes the answers. */
export async function waitForAnswers(file: string, options: WaitOptions): Promise<WaitEnd> {
  const { mailbox, asked, signal, timeoutMs = Infinity } = options;
  const end = performance.now() + timeoutMs;
  let version = versionOf(file);
  let since = performance.now();
  let problem = '';
  const onProblem = (message: string) => {
    if (message !== problem) options.onProblem((problem = message));
  };
  for (;;) {
    const now = performance.now();
    const seen = versionOf(file);
    if (seen !== version) {
      version = seen;
      since = now;
      problem = '';
    }
    const isQuiet = now - since >= QUIET_MS;
    const isGone = isQuiet && seen === GONE && strandedOf(file) === undefined;
    // After the check, because the answers are put into the mailbox before the claimed file is removed.
    if (mailbox.isFilled()) return received(mailbox, asked);
    if (isGone) return { status: 'removed' };
    if (isQuiet && seen !== GONE) {
      // Look again later: another program, such as an editor on Windows, may hold the file now.
      since = now;
      const found = taken(file, { ...options, onProblem });
      if (found) return found;
    }
    if (signal.aborted) return { status: 'stopped' };
    if (now >= end) return { status: 'timedOut' };
    await wait(Math.min(LOOK_MS, end - now), undefined, { signal }).catch(() => {});
  }
}
