import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { codeOf, PendingFileError, reasonOf } from './errors.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Syncs a folder, so that new names in it survive a power failure. Does nothing on systems that cannot. */
function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file is written, so this is not an error.
  }
}

/** One `write` call can be partial if the disk is nearly full. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Writes a new private file beside another one, and returns its path. */
export function writeTemporary(file: string, text: string): string {
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

/**
 * Gives a file a second name, or renames it if the file system has no hard links. Throws if the name is taken, even by
 * a symbolic link.
 */
export function linkTo(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
    // An empty file reserves the name. After a crash the name leads to no bytes or to all of them.
    closeSync(openSync(file, 'wx', PRIVATE_FILE));
    try {
      renameSync(temporary, file);
    } catch (failure) {
      rmSync(file, { force: true });
      throw failure;
    }
  }
}

export const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

export interface Read {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Whether a path still leads to the file that was read before, unchanged. */
export function isStill(file: string, { stats }: Read): boolean {
  const now = statsOf(file);
  return (['dev', 'ino', 'size', 'mtimeMs'] as const).every((name) => now?.[name] === stats[name]);
}

/**
 * Writes a private file (0600, missing folders 0700), by way of a temporary file.
 *
 * @param replace - File to replace, which was read before. By default, no file is replaced.
 * @returns `false` if another file has that name, or if the file to replace has changed.
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

/** Maximum number of attempts to write a file whose name is taken and then free again. */
const TRIES = 3;

/**
 * Writes a new private file, unless a file with that name has content that `read` returns.
 *
 * @returns That content, or `undefined` if the file was written.
 */
export function writeNew<Content>(
  file: string,
  text: string,
  read: () => Content | undefined,
  own?: string,
): Content | undefined {
  for (let tries = 1; tries <= TRIES; tries++) {
    if (writePrivate(file, text, undefined, own)) return undefined;
    const there = read();
    if (there) return there;
    // What prevented the write has vanished since.
  }
  throw new PendingFileError(`Cannot write ${file}: already exists (EEXIST).`);
}

/** Returns `undefined` if the file does not exist. Throws if the path is a symbolic link, except on Windows. */
export function readPrivate(file: string, own = OWN_FOLDER): Read | undefined {
  try {
    const checkFolder = pinFolder(file, own);
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
 * @returns Whether this call removed the file; `false` if there is no file. Of several concurrent calls, at most one
 * removes it.
 * @throws {PendingFileError} If the file has changed or cannot be removed.
 */
export function removeRead(file: string, read: Read): boolean {
  try {
    if (!statsOf(file)) return false;
    if (!isStill(file, read))
      throw new PendingFileError(
        `${file} has changed since it was read, so it was not removed. Run the command again.`,
      );
    unlinkSync(file);
    return true;
  } catch (error) {
    if (error instanceof PendingFileError) throw error;
    if (codeOf(error) === 'ENOENT') return false;
    throw new PendingFileError(`Cannot remove ${file}: ${reasonOf(error)}.`);
  }
}

/** Folder of the `ask-user` command, and the default of `own`. */
const OWN_FOLDER = '.ask-user';

/** Returns the folders of a path, starting with the first one named `own`; none if no folder has that name. */
function ownFolders(file: string, own: string): readonly string[] {
  const parts = dirname(file).split(sep === '/' ? sep : /[\\/]/);
  const first = parts.indexOf(own);
  return first < 0 ? [] : parts.slice(first).map((_, i) => parts.slice(0, first + i + 1).join(sep));
}

function folderOf(path: string): Stats | undefined {
  const stats = statsOf(path);
  if (!stats?.isSymbolicLink()) return stats;
  throw new PendingFileError(
    `${path} is a symbolic link, which could redirect answers to another folder. Remove the link, or use another file.`,
  );
}

/**
 * Checks that neither the folder `own` nor a folder below it is a symbolic link, because a link in a project from a
 * stranger could redirect answers to any folder. Links above `own`, and in paths without it, are allowed.
 *
 * @returns A function that repeats the check, and throws if a folder was replaced. Call it when the file, or the
 * temporary file, is open or written.
 */
export function pinFolder(file: string, own = OWN_FOLDER): () => void {
  const pinned = ownFolders(file, own).map((path) => ({ path, stats: folderOf(path) }));
  return () => {
    for (const { path, stats } of pinned) {
      const now = folderOf(path);
      if (now?.dev !== stats?.dev || now?.ino !== stats?.ino) {
        throw new PendingFileError(
          `${path} was replaced while it was in use, so ${file} was not used. Run the command again.`,
        );
      }
    }
  };
}
