import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { isRecord } from '../../../src/core/guards.js';
import { codeOf } from '../../../src/pending/errors.js';
import { readPrivate, removeRead, writePrivate } from '../../../src/pending/files.js';

/** Milliseconds after which questions are forgotten: seven days, as answers that were not accepted. */
const MAX_AGE_MS = 604_800_000;

/** Questions for whose answers the agent does not wait, as they are stored. */
export interface StoredLater {
  readonly id: string;
  readonly askedAt: number;
  /** The arguments of the call. */
  readonly input: unknown;
  /** Absent while the user has not answered. */
  readonly result?: AskUserResult | undefined;
}

/** Keeps questions for the next process of the same agent in the same project. */
export interface LaterFile {
  /** Replaces what this process has stored. */
  write(all: readonly StoredLater[]): void;
  /**
   * Takes over the questions with these ids that processes that have ended left. Of several processes, at most one
   * receives them.
   */
  takeLeft(ids: readonly string[]): readonly StoredLater[];
}

const isStored = (value: unknown): value is StoredLater =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['askedAt'] === 'number' &&
  (value['result'] === undefined || isRecord(value['result']));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function readAll(file: string): readonly StoredLater[] {
  const value: unknown = JSON.parse(readPrivate(file)?.bytes.toString('utf8') ?? '[]');
  return Array.isArray(value) ? value.filter(isStored) : [];
}

const toText = (all: readonly StoredLater[]): string => `${JSON.stringify(all)}\n`;

/**
 * The file is private, and in the home folder: answers in a project could come from whoever wrote the project.
 *
 * @param home - The home folder of the user.
 * @param owner - What identifies the agent and the project.
 * @param onError - Called if nothing can be stored or read. The questions are then kept by this process alone.
 */
export function openLaterFile(home: string, owner: readonly string[], onError: (error: unknown) => void): LaterFile {
  const folder = join(home, '.ask-user', 'later');
  const key = createHash('sha256').update(JSON.stringify(owner)).digest('hex').slice(0, 32);
  const newName = () => `${key}-${process.pid}-${randomUUID()}.json`;
  const own = newName();

  function attempt<T>(run: () => T, otherwise: T): T {
    try {
      return run();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') onError(error);
      return otherwise;
    }
  }

  /** Renames a file, so that no other process takes it too. What has other ids gets the name back. */
  function take(name: string, isWanted: (one: StoredLater) => boolean): readonly StoredLater[] {
    const file = join(folder, name);
    if (!readAll(file).some(isWanted)) return [];
    const taken = join(folder, newName());
    renameSync(file, taken);
    const all = readAll(taken);
    const others = all.filter((one) => !isWanted(one));
    if (others.length > 0) writePrivate(file, toText(others));
    rmSync(taken);
    return all.filter(isWanted);
  }

  return {
    write(all) {
      attempt(() => {
        const file = join(folder, own);
        const before = readPrivate(file);
        if (all.length > 0) writePrivate(file, toText(all), before);
        else if (before) removeRead(file, before);
      }, undefined);
    },
    takeLeft(ids) {
      const oldest = Date.now() - MAX_AGE_MS;
      return attempt(() => readdirSync(folder), []).flatMap((name) => {
        const pid = Number(/^[0-9a-f]{32}-(\d+)-[\w-]+\.json$/.exec(name)?.[1] ?? NaN);
        // The ID of this process may have been that of another one, such as in a container.
        if (Number.isNaN(pid) || name === own || (pid !== process.pid && isAlive(pid))) return [];
        if (attempt(() => statSync(join(folder, name)).mtimeMs, oldest) < oldest) {
          attempt(() => rmSync(join(folder, name), { force: true }), undefined);
          return [];
        }
        if (!name.startsWith(key)) return [];
        const isWanted = ({ id, askedAt }: StoredLater) => ids.includes(id) && askedAt >= oldest;
        return attempt(() => take(name, isWanted), []);
      });
    },
  };
}
