import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PendingFileError } from './error.js';
import { isStill, linkTo, type Read } from './files.js';
import { codeOf, reasonOf } from './reason.js';

const MARK = '.answering-';

/** A file that this run alone has. */
export interface Claim {
  /** Gives the file its name back; returns the name that it has then, which is a new one where its own is taken by now. */
  putBack(): string;
  /** Removes the file. */
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
    unlinkSync(claimed);
    return file;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? file : claimed;
  }
}

/**
 * Takes a file that was read before, so that of several runs at once one has it: it gets a name of its own beside the old one.
 * When this run is ended before it is done, the file gets its name back; after a power cut, `strandedOf` finds it.
 */
export function claim(file: string, read: Read): Claim {
  const claimed = join(dirname(file), `${basename(file)}${MARK}${randomUUID()}`);
  rename(file, claimed);
  const putBack = () => {
    process.off('exit', putBack);
    return nameBack(claimed, file);
  };
  process.on('exit', putBack);
  if (!isStill(claimed, read))
    throw new PendingFileError(
      `${putBack()} has changed since it was read, so nothing was answered. Run the command again.`,
    );
  return {
    putBack,
    done() {
      try {
        unlinkSync(claimed);
      } catch (error) {
        throw new PendingFileError(`The answers were passed on, but ${claimed} cannot be removed: ${reasonOf(error)}.`);
      } finally {
        process.off('exit', putBack);
      }
    },
  };
}

/** The oldest file that a run has claimed and not given back; it is in use, or that run was killed. */
export function strandedOf(file: string): string | undefined {
  try {
    const folder = dirname(file);
    const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}${MARK}`));
    const byAge = names.map((name) => join(folder, name)).map((path) => ({ path, at: lstatSync(path).mtimeMs }));
    return byAge.toSorted((a, b) => a.at - b.at)[0]?.path;
  } catch {
    return undefined;
  }
}

/** What to do about it. */
export const strandedLine = (stranded: string): string =>
  `Another process is answering ${stranded}. If none is running, it was killed: pass that path to answer or clear the questions.`;
