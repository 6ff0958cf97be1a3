import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CliError } from './exit.js';
import { writeAll } from './io.js';
import { codeOf, reasonOf } from './reason.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Makes a name last over a power cut. Not every system lets a folder be opened. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file itself is safe; only its name may be gone after a crash.
  }
}

function writeTemporary(file: string, text: string): string {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  const fd = openSync(temporary, 'wx', PRIVATE_FILE);
  try {
    writeAll(fd, text);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  return temporary;
}

/** Gives the file its name unless there is something of that name, a link included. */
function linkTo(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    // Some disks have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(temporary, file, constants.COPYFILE_EXCL);
  }
}

/**
 * Writes a new file for the user's eyes alone (0600, missing folders 0700): complete, or not at all.
 *
 * @param replace - takes the place of what is there, of a link and not of what that points to
 * @returns `false` where there is something of that name, which stays as it is
 */
export function writePrivate(file: string, text: string, replace = false): boolean {
  let temporary: string | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    temporary = writeTemporary(file, text);
    if (replace) renameSync(temporary, file);
    else linkTo(temporary, file);
    syncFolder(dirname(file));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && temporary !== undefined) return false;
    throw new CliError(`${file} can't be written: ${reasonOf(error)}`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { force: true });
  }
}

/** What was read, and which file it was. */
export interface Read {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Reads a file of ours; a symbolic link in its place is refused. `undefined` where there is none. */
export function readPrivate(file: string): Read | undefined {
  try {
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return { bytes: readFileSync(fd), stats: fstatSync(fd) };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new CliError(`${file} can't be read: ${reasonOf(error)}`);
  }
}

/**
 * Removes a file that was read before, unless it is another one by now.
 *
 * @returns whether this call removed it: of several at once, one does
 */
export function removeRead(file: string, { stats }: Read): boolean {
  try {
    const { dev, ino, size, mtimeMs } = lstatSync(file);
    if (dev !== stats.dev || ino !== stats.ino || size !== stats.size || mtimeMs !== stats.mtimeMs) return false;
    unlinkSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new CliError(`${file} can't be removed: ${reasonOf(error)}`);
  }
}
