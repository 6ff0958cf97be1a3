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
  writeSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PendingFileError } from './error.js';
import { OWN_FOLDER, pinFolder } from './own-folder.js';
import { codeOf, reasonOf } from './reason.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Syncs a folder, so that new names in it survive a power failure. Not every system can open a folder. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The content of the file is safe. Only its name may be lost after a crash.
  }
}

/** Writes a whole text. One `write` call can be partial if the disk is nearly full. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
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

/** Gives a file a second name. Throws if the name is taken, even by a symbolic link. */
export function linkTo(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
    copyFileSync(temporary, file, constants.COPYFILE_EXCL);
  }
}

/** The content of a file, and its identity. */
export interface Read {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Whether a path still leads to the file that was read before, unchanged. */
export function isStill(file: string, { stats }: Read): boolean {
  const { dev, ino, size, mtimeMs } = lstatSync(file);
  return dev === stats.dev && ino === stats.ino && size === stats.size && mtimeMs === stats.mtimeMs;
}

/**
 * Writes a private file (0600, missing folders 0700), either completely or not at all.
 *
 * @param replace - File to replace, which was read before. By default, no file is replaced.
 * @returns `false` if another file has that name. It stays unchanged.
 * @throws {PendingFileError} If the file cannot be written, or if the folder `own` is a symbolic link.
 */
export function writePrivate(file: string, text: string, replace?: Read, own = OWN_FOLDER): boolean {
  let temporary: string | undefined;
  try {
    pinFolder(file, own);
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    const checkFolder = pinFolder(file, own);
    temporary = writeTemporary(file, text);
    checkFolder();
    if (!replace) linkTo(temporary, file);
    else if (isStill(file, replace)) renameSync(temporary, file);
    else return false;
    syncFolder(dirname(file));
    return true;
  } catch (error) {
    if (error instanceof PendingFileError) throw error;
    if (codeOf(error) === 'EEXIST' && temporary !== undefined) return false;
    throw new PendingFileError(`Cannot write ${file}: ${reasonOf(error)}.`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { force: true });
  }
}

/**
 * Reads a private file. Returns `undefined` if it does not exist.
 *
 * @throws {PendingFileError} If the file cannot be read, or if it or the folder `own` is a symbolic link.
 */
export function readPrivate(file: string, own = OWN_FOLDER): Read | undefined {
  const checkFolder = pinFolder(file, own);
  try {
    // Non-blocking, so that opening a named pipe does not wait.
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(fd);
      checkFolder();
      if (!stats.isFile() && !stats.isDirectory()) throw new Error('not a regular file');
      return { bytes: readFileSync(fd), stats };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof PendingFileError) throw error;
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new PendingFileError(`Cannot read ${file}: ${reasonOf(error)}.`);
  }
}

/**
 * Removes a file that was read before, unless it has changed.
 *
 * @returns Whether this call removed the file. Of several concurrent calls, one does.
 */
export function removeRead(file: string, read: Read): boolean {
  try {
    if (!isStill(file, read)) return false;
    unlinkSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new PendingFileError(`Cannot remove ${file}: ${reasonOf(error)}.`);
  }
}
