import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unclaimed } from './claim.js';
import { PendingFileError, reasonOf } from './errors.js';
import { readPrivate, statsOf, writePrivate } from './files.js';

const MARK = '.waiting-';
/** Milliseconds after which answers in a mailbox count as left behind by a process that was killed. */
const LEFT_MS = 60_000;

/**
 * A file beside the pending questions, for a process that waits for their answers. The process that takes the answers
 * puts a copy into each mailbox, because it removes the questions.
 */
export interface Mailbox {
  readonly file: string;
  /** Whether answers have arrived. */
  isFilled(): boolean;
  close(): void;
}

function mailboxesOf(file: string): readonly string[] {
  try {
    const folder = dirname(file);
    const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}${MARK}`));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function removeLeft(file: string): void {
  for (const mailbox of mailboxesOf(file)) {
    const { size = 0, mtimeMs = Infinity } = statsOf(mailbox) ?? {};
    if (size > 0 && Date.now() - mtimeMs > LEFT_MS) rmSync(mailbox, { force: true });
  }
}

/** Creates a mailbox. Create it before the questions are in the file, so that no answer is missed. */
export function openMailbox(file: string): Mailbox {
  removeLeft(file);
  const mailbox = `${file}${MARK}${randomUUID()}`;
  writePrivate(mailbox, '');
  const close = () => {
    process.off('exit', close);
    rmSync(mailbox, { force: true });
  };
  process.on('exit', close);
  return { file: mailbox, isFilled: () => (statsOf(mailbox)?.size ?? 0) > 0, close };
}

/** Puts a completed file into every mailbox of a file, which may be claimed. */
export function deliver(file: string, completed: string): void {
  for (const mailbox of mailboxesOf(unclaimed(file))) {
    try {
      const read = readPrivate(mailbox);
      if (read) writePrivate(mailbox, completed, read);
    } catch (error) {
      throw new PendingFileError(
        `The answers were passed on, but not to the command that waits for them. ${reasonOf(error)}`,
      );
    }
  }
}
