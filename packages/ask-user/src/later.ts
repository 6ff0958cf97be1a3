import type { AskUserResult } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';

/** Questions for whose answers the agent does not wait. */
interface Asked {
  readonly request: AskUserRequest;
  readonly result: Promise<AskUserResult>;
}

/** The questions that are asked and whose answers the agent has not received. */
export interface Later {
  /** Remembers questions. Returns their id. */
  add(request: AskUserRequest, result: Promise<AskUserResult>): string;
  /** Returns the ids of these that are unknown, such as after a restart of the server. */
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

export function createLater(): Later {
  const open = new Map<string, Asked>();
  let count = 0;
  return {
    add(request, result) {
      const id = `questions-${++count}`;
      open.set(id, { request, result });
      return id;
    },
    unknown: (ids) => ids.filter((id) => !open.has(id)),
    async take(ids, signal) {
      const wanted = [...open].filter(([id]) => ids === undefined || ids.includes(id));
      const all = wanted.map(async ([id, { request, result }]): Promise<Taken> => ({
        id,
        request,
        result: await result,
      }));
      const taken = await Promise.race([Promise.all(all), whenAborted(signal)]);
      for (const { id } of taken ?? []) open.delete(id);
      return taken;
    },
  };
}
