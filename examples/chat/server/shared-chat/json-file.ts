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
  /** Resolves when this, or what was saved after it, is in the file. */
  save(value: unknown): Promise<void>;
}

/**
 * A file that always holds one whole value: it is written beside the old one and then takes its place, so that a server
 * which is killed leaves the one or the other.
 */
export function createJsonFile(path: string): JsonFile {
  let text = '';
  let tail = Promise.resolve();
  let queued: Promise<void> | undefined;

  async function write(): Promise<void> {
    queued = undefined;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  return {
    save(value) {
      text = JSON.stringify(value);
      queued ??= tail = tail.catch(() => {}).then(write);
      return queued;
    },
  };
}
