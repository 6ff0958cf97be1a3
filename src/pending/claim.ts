import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, PendingFileError, reasonOf } from './errors.js';
import { isStill, linkTo, type Read, statsOf } from './files.js';

const MARK = '.answering-';

/** Returns the path that a claimed file had before, also if it was claimed again after a crash. */
export const unclaimed = (file: string): string => join(dirname(file), basename(file).split(MARK)[0] ?? '');

export interface Claim {
  /** Gives the file its name back. Returns that path, or the path of the claimed file if that fails. */
  restore(): string;
  /** Removes the claimed file. Throws a `PendingFileError` if that fails. */
  done(): void;
}

function rename(file: string, claimed: string): void {
  try {
    renameSync(file, claimed);
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new PendingFileError(`Another process has already answered or cleared ${file}.`);
    throw new PendingFileError(`Cannot rename ${file}: ${reasonOf(error)}.`);
  }
}

function nameBack(claimed: string, file: string): string {
  try {
    linkTo(claimed, file);
    rmSync(claimed, { force: true });
    return file;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? file : claimed;
  }
}

/**
 * Claims a file that was read before, by renaming it in its folder. If several processes try at the same time, at most
 * one succeeds. If the process exits before `done`, it calls `restore`. A process that a signal kills does not.
 *
 * @throws {PendingFileError} If the file is absent, cannot be renamed, or has changed since it was read.
 */
export function claim(file: string, read: Read): Claim {
  const claimed = join(dirname(file), `${basename(file)}${MARK}${randomUUID()}`);
  rename(file, claimed);
  const restore = () => {
    process.off('exit', restore);
    return nameBack(claimed, file);
  };
  process.on('exit', restore);
  if (!isStill(claimed, read))
    throw new PendingFileError(
      `${restore()} has changed since it was read, so nothing was answered. Run the command again.`,
    );
  return {
    restore,
    done() {
      try {
        unlinkSync(claimed);
      } catch (error) {
        throw new PendingFileError(`The answers were passed on, but ${claimed} cannot be removed: ${reasonOf(error)}.`);
      } finally {
        process.off('exit', restore);
      }
    },
  };
}

/**
 * Returns the path of the claimed file with the oldest change, if any. A process is answering it, or its name could
 * not be restored, for example after a crash.
 */
export function strandedOf(file: string): string | undefined {
  try {
    const folder = dirname(file);
    const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}${MARK}`));
    const byAge = names.flatMap((name) => {
      const path = join(folder, name);
      const at = statsOf(path)?.mtimeMs;
      return at === undefined ? [] : [{ path, at }];
    });
    return byAge.toSorted((a, b) => a.at - b.at)[0]?.path;
  } catch {
    return undefined;
  }
}

export const strandedLine = (stranded: string): string =>
  `Another process is answering ${stranded}. If none is running, it was killed: pass that path to answer or clear the questions.`;
