import { randomUUID } from 'node:crypto';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import type { WaitFor } from './page.js';
import type { LaterFile, StoredLater } from './later-file.js';

/** Questions for whose answers the agent does not wait. */
export interface Asked {
  readonly request: AskUserRequest;
  /** The arguments of the call. */
  readonly input: unknown;
  readonly result: Promise<AskUserResult>;
  /** Tells the user that the agent waits. */
  readonly waitFor?: WaitFor | undefined;
  /** What was stored of them, if another process has asked them. */
  readonly stored?: StoredLater;
}

/** The questions that are asked and whose answers the agent has not received. */
export interface Later {
  /** Remembers questions. Returns their id. */
  add(asked: Asked): string;
  /** Returns the ids of these that are unknown, such as those whose answers were returned before. */
  unknown(ids: readonly string[]): readonly string[];
  /**
   * Waits for the results of these ids, or of all, in the order in which they were asked. If the signal is aborted
   * first, resolves with `undefined`, and nothing is lost.
   */
  take(ids: readonly string[] | undefined, signal: AbortSignal): Promise<readonly Taken[] | undefined>;
}

export interface Taken {
  readonly id: string;
  readonly request: AskUserRequest;
  readonly result: AskUserResult;
}

const whenAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

const isSecret = ({ questions }: AskUserRequest): boolean => questions.some(({ constraints }) => constraints?.secret);

/** @param file - Keeps questions and answers for the next process, except for those of secret questions. */
export function createLater({ write }: Pick<LaterFile, 'write'>): Later {
  const open = new Map<string, Asked>();
  const stored = new Map<string, StoredLater>();
  const save = () => write([...stored.values()]);
  return {
    add(asked) {
      const { request, input, result } = asked;
      const before = asked.stored ?? { id: `questions-${randomUUID().slice(0, 8)}`, askedAt: Date.now(), input };
      const { id } = before;
      open.set(id, asked);
      if (isSecret(request)) return id;
      stored.set(id, before);
      save();
      void result.then((ended) => {
        // The next process asks what the end of this one has withdrawn.
        if (ended.status === 'aborted' || !stored.has(id)) return;
        stored.set(id, { ...before, result: ended });
        save();
      });
      return id;
    },
    unknown: (ids) => ids.filter((id) => !open.has(id)),
    async take(ids, signal) {
      const wanted = [...open].filter(([id]) => ids === undefined || ids.includes(id));
      for (const [, { waitFor }] of wanted) waitFor?.(signal);
      const all = wanted.map(async ([id, { request, result }]): Promise<Taken> => ({
        id,
        request,
        result: await result,
      }));
      const taken = await Promise.race([Promise.all(all), whenAborted(signal)]);
      for (const { id } of taken ?? []) {
        open.delete(id);
        stored.delete(id);
      }
      if (taken) save();
      return taken;
    },
  };
}
