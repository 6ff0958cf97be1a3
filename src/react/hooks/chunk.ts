import { useEffect, useSyncExternalStore } from 'react';

export interface UseChunk<T> {
  /**
   * Returns the file once it is loaded, and `null` if it could not be. Loading begins when it is needed, and again with the
   * next part that needs it. It does not suspend, which would lose the focus.
   */
  (needed: boolean): T | null | undefined;
  /** Loads the file ahead of its use; `null` if it could not be loaded. */
  load: () => Promise<T | null>;
}

/** A hook for a file that most cards need late or never. One copy serves all cards: a part that is mounted later has it at once. */
export function createChunk<T>(load: () => Promise<T>): UseChunk<T> {
  let loaded: T | null | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const keep = (file: T | null) => {
    loaded = file;
    for (const listener of listeners) listener();
  };
  const request = async () => {
    // Another attempt may have loaded it meanwhile.
    if (!loaded) await load().then(keep, () => loaded || keep(null));
    return loaded ?? null;
  };

  function useChunk(needed: boolean): T | null | undefined {
    useEffect(() => {
      if (needed) void request();
    }, [needed]);
    return useSyncExternalStore(
      subscribe,
      () => loaded,
      () => undefined,
    );
  }
  return Object.assign(useChunk, { load: request });
}
