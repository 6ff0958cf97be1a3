import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a file of JSON holds; `undefined` where there is none. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read as JSON. Repair it, or remove it to begin without it.`, { cause: error });
  }
}

export interface JsonFile {
  /** Resolves when what `read` gives is in the file. It is read once the file's turn has come, so that the newest is written. */
  save(read: () => unknown): Promise<void>;
}

/**
 * A file that always holds one whole value: it is written beside the old one and then takes its place, so that a server
 * which is killed leaves the one or the other.
 */
export function createJsonFile(path: string): JsonFile {
  let newest: () => unknown;
  let tail = Promise.resolve();
  let queued: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    } finally {
      // From here on, a change needs another write.
      queued = undefined;
    }
    await writeFile(`${path}.new`, JSON.stringify(newest()), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  return {
    save(read) {
      newest = read;
      queued ??= tail = tail.catch(() => {}).then(write);
      return queued;
    },
  };
}
