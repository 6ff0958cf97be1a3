import { takeTurn, type RequestStore } from '../../host/store.js';

/** Options that let several processes follow one stored run. One at a time continues it. */
export interface ContinueRunOptions {
  /**
   * Store that these processes share, such as that of the broker. With it, one process at a time continues the run; the
   * others wait for it.
   */
  readonly store?: RequestStore | undefined;
  /**
   * Time after which another process takes over from a process that has died, in milliseconds. A living process renews
   * its lease every third of this time.
   *
   * @default 30000
   */
  readonly leaseMs?: number | undefined;
}

/** This process's turn to continue a run. Without a store, every process has a turn, and no mark is stored. */
export interface MarkedTurn {
  /** Aborted if another process may have taken over. */
  readonly signal?: AbortSignal | undefined;
  isMarked(key: string): Promise<boolean>;
  /** Stores a mark for the turns of other processes. Retries while the turn lasts, for at most a minute. */
  mark(key: string): Promise<unknown>;
  unmark(key: string): Promise<unknown>;
  release(): Promise<void>;
}

const nothing = async () => {};
const ALONE: MarkedTurn = { isMarked: async () => false, mark: nothing, unmark: nothing, release: nothing };

/** With a store, waits until no other process continues the run. */
export async function takeMarkedTurn(
  run: string,
  { store, leaseMs, signal }: ContinueRunOptions & { readonly signal?: AbortSignal | undefined },
): Promise<MarkedTurn> {
  if (!store) return ALONE;
  const turn = await takeTurn(store, { key: run, leaseMs, signal });
  return {
    signal: turn.signal,
    isMarked: async (key) => (await turn.get(key)) !== undefined,
    mark: (key) => turn.set(key, ''),
    unmark: (key) => turn.delete(key),
    release: () => turn.release(),
  };
}
