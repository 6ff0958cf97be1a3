import { rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../../src/core/guards.js';
import { readPrivate, removeRead, writePrivate } from '../../../../src/pending/files.js';
import type { Insertion, Path } from './format.js';

/** What `add` did to one file, so that `remove` can undo exactly that. It contains nothing of the file but our part. */
export interface Addition {
  readonly file: string;
  readonly kind: 'server' | 'hook';
  readonly insertions: readonly Insertion[];
  /** Digest of the file before; `null` if there was none. */
  readonly before: string | null;
  /** Digest of the file afterwards. */
  readonly after: string;
  /** Folders that were created for it. */
  readonly folders: readonly string[];
  /** Path of the outermost value that was created. */
  readonly created: Path;
}

const fileIn = (home: string): string => join(home, '.ask-user', 'added.json');

const isAddition = (value: unknown): value is Addition =>
  isRecord(value) &&
  typeof value['file'] === 'string' &&
  typeof value['after'] === 'string' &&
  ['insertions', 'folders', 'created'].every((name) => Array.isArray(value[name]));

function readAll(home: string) {
  const read = readPrivate(fileIn(home));
  try {
    const value: unknown = JSON.parse(read?.bytes.toString('utf8') ?? '[]');
    return { read, additions: Array.isArray(value) ? value.filter(isAddition) : [] };
  } catch {
    // Without the record, only the value itself is taken out.
    return { read, additions: [] };
  }
}

export const findAddition = (home: string, file: string, kind: Addition['kind']): Addition | undefined =>
  readAll(home).additions.find((one) => one.file === file && one.kind === kind);

/** Replaces what is recorded of a file. Removes the record and the empty folders with the last entry. */
export function recordAddition(home: string, file: string, kind: Addition['kind'], addition?: Addition): void {
  const { read, additions } = readAll(home);
  const others = additions.filter((one) => one.file !== file || one.kind !== kind);
  const all = addition ? [...others, addition] : others;
  const record = fileIn(home);
  if (all.length > 0) {
    writePrivate(record, `${JSON.stringify(all, undefined, 2)}\n`, read);
    return;
  }
  if (read) removeRead(record, read);
  for (const folder of [join(dirname(record), 'later'), dirname(record)]) {
    try {
      rmdirSync(folder);
    } catch {
      // It does not exist, or contains other files.
    }
  }
}
