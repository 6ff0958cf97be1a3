import { lstatSync, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { PendingFileError } from './error.js';

/** The folder of the command `ask-user`. */
export const OWN_FOLDER = '.ask-user';

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** The folders of a path from the one named `own` on; none if it does not lead through one. */
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
 * Checks that the folder `own`, and each folder below it, is no symbolic link: a folder that was copied from a stranger could lead
 * what users answered anywhere. Links above it, and in a path without it, are the user's own business.
 *
 * @returns a check to repeat after the file was used, for a folder that was replaced meanwhile
 * @throws {PendingFileError} If a folder is a symbolic link; the check also if one is another folder than before.
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
