import { fetchWithRetry, REFUSALS, type RetryOptions } from './retrying-fetch.js';
import { pathOf } from './deliveries.js';
import { sleep } from '../time.js';
import { backoff } from './backoff.js';
import { parseLookup } from './parse-wire.js';
import type { ClientAction } from './state.js';

const MAX_CONCURRENT = 4;

export interface LookupOptions extends Pick<RetryOptions<ClientAction>, 'send' | 'random' | 'onError' | 'signal'> {
  readonly dispatch: (message: ClientAction) => void;
}

/**
 * Creates a function that looks up requests whose state is unknown, at most `MAX_CONCURRENT` at a time. It retries a
 * lookup until the server answers or refuses access, or the id is no longer wanted.
 *
 * @returns A function that takes all request ids to look up now, and the milliseconds within which the first lookups
 * start.
 */
export function createLookups({ dispatch, ...options }: LookupOptions) {
  const { random, signal } = options;
  let wanted: ReadonlySet<string> = new Set();
  const waiting = new Set<string>();
  const underWay = new Set<string>();
  let workers = 0;
  let failures = 0;

  async function lookUp(requestId: string): Promise<void> {
    waiting.delete(requestId);
    underWay.add(requestId);
    const found = await fetchWithRetry<ClientAction | 'refused'>(
      pathOf(requestId),
      {},
      {
        ...options,
        attempts: 1,
        parse: ({ status, body }) => parseLookup(body, requestId) ?? (REFUSALS[status] && 'refused'),
      },
    );
    if (found === undefined) await sleep(backoff(failures++ / workers, random), signal);
    else failures = 0;
    underWay.delete(requestId);
    if (signal.aborted || found === 'refused') return;
    if (found) dispatch(found);
    // Retry after the others, so that each of them is tried.
    else if (wanted.has(requestId)) waiting.add(requestId);
  }

  async function work(within: number): Promise<void> {
    if (within > 0) await sleep(random() * within, signal);
    while (!signal.aborted) {
      const [next] = waiting;
      if (next === undefined) break;
      await lookUp(next);
    }
    workers -= 1;
  }

  return (requestIds: ReadonlySet<string>, within: number): void => {
    wanted = requestIds;
    for (const id of waiting) if (!wanted.has(id)) waiting.delete(id);
    for (const id of wanted) if (!underWay.has(id)) waiting.add(id);
    for (; workers < Math.min(MAX_CONCURRENT, waiting.size + underWay.size); workers++) void work(within);
  };
}
