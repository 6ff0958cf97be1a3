import { lstatSync, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { PendingFileError } from './error.js';

/** Folder of the `ask-user` command. */
export const OWN_FOLDER = '.ask-user';

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Returns the folders of a path, starting with the one named `own`. Returns none if the path does not contain it. */
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
 * @returns A function that repeats the check after the file was used.
 * @throws {PendingFileError} If a folder is a symbolic link. The returned function also throws if a folder was
 * replaced.
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
