import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isStill, linkTo, type Read, writeTemporary } from '../../../../src/pending/files.js';
import { reasonOf } from '../../../../src/pending/errors.js';
import { SettingsError } from './text.js';

const MARK = '\uFEFF';

/** A settings file as it is on disk. */
export interface Document {
  /** The file itself, if its name is a symbolic link. */
  readonly file: string;
  /** Absent if there is no such file. */
  readonly read: Read | undefined;
  /** The byte order mark, or `''`. */
  readonly mark: string;
  /** The content without the mark. */
  readonly text: string;
}

const linkStats = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Identifies a content without keeping it, because settings contain keys. */
export const digestOf = ({ mark, text }: Pick<Document, 'mark' | 'text'>): string =>
  createHash('sha256')
    .update(mark + text)
    .digest('hex');

/** @throws {SettingsError} If the file cannot be read as text. */
export function readDocument(path: string): Document {
  try {
    const link = linkStats(path);
    if (!link) return { file: path, read: undefined, mark: '', text: '' };
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile()) throw new SettingsError(`${path} is not a file, so nothing was written.`);
    const bytes = readFileSync(file);
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = whole.startsWith(MARK) ? MARK : '';
    return { file, read: { bytes, stats: linkStats(file)! }, mark, text: whole.slice(mark.length) };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const what = error instanceof TypeError ? 'it is not valid UTF-8' : reasonOf(error);
    throw new SettingsError(`${path} cannot be read: ${what}. Nothing was written.`);
  }
}

/** Creates the missing folders of a file, and returns them, the outermost first. */
function createFolders(file: string, mode: number): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) mkdirSync(folder, { mode });
  return missing;
}

/**
 * Writes a settings file at once, by a new file in the same folder that takes its name. Keeps the mode and the owner.
 *
 * @param isPrivate - Whether a new file is only for its user.
 * @returns The folders that were created.
 * @throws {SettingsError} If the file has changed since it was read, or cannot be written.
 */
export function writeDocument({ file, read, mark }: Document, text: string, isPrivate: boolean): readonly string[] {
  let temporary: string | undefined;
  let folders: readonly string[] = [];
  try {
    folders = createFolders(file, isPrivate ? 0o700 : 0o777);
    temporary = writeTemporary(file, mark + text);
    chmodSync(temporary, read ? read.stats.mode & 0o7777 : isPrivate ? 0o600 : 0o666 & ~process.umask());
    if (!read) linkTo(temporary, file);
    else {
      if (statSync(temporary).uid !== read.stats.uid) chownSync(temporary, read.stats.uid, read.stats.gid);
      if (!isStill(file, read))
        throw new SettingsError(`${file} has just changed. Nothing was written. Run the command again.`);
      renameSync(temporary, file);
    }
    return folders;
  } catch (error) {
    removeFolders(folders);
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${file} cannot be written: ${reasonOf(error)}. Nothing was written.`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { force: true });
  }
}

/** Removes folders that are empty, the innermost first. */
export function removeFolders(folders: readonly string[]): void {
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

/** @throws {SettingsError} If the file has changed since it was read, or cannot be removed. */
export function removeDocument({ file, read }: Document, folders: readonly string[]): void {
  if (read && !isStill(file, read))
    throw new SettingsError(`${file} has just changed. It was not removed. Run the command again.`);
  try {
    rmSync(file);
  } catch (error) {
    throw new SettingsError(`${file} cannot be removed: ${reasonOf(error)}.`);
  }
  removeFolders(folders);
}
