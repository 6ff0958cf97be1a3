import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a JSON file. Returns `undefined` if there is no such file. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read as JSON. Repair the file, or delete it to start without its data.`, {
      cause: error,
    });
  }
}

export interface JsonFile {
  /** Resolves when the newest value is in the file. `read` is called when the write begins. */
  save(read: () => unknown): Promise<void>;
}

/**
 * Creates a file that always contains a complete value. Each write creates a new file, which then replaces the old one.
 * A server that is killed leaves one of the two.
 */
export function createJsonFile(path: string): JsonFile {
  let newest: () => unknown;
  let tail = Promise.resolve();
  let queued: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    } finally {
      // A later change needs another write.
      queued = undefined;
    }
    // A process that is about to end may still write the same file.
    const temporary = `${path}.${randomUUID()}.new`;
    await writeFile(temporary, JSON.stringify(newest()), { mode: 0o600 });
    await rename(temporary, path);
  }

  return {
    save(read) {
      newest = read;
      queued ??= tail = tail.catch(() => {}).then(write);
      return queued;
    },
  };
}
