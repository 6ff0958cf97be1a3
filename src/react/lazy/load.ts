import { useEffect, useSyncExternalStore } from 'react';

export interface UseChunk<T> {
  /**
   * Returns the module, `undefined` until it is loaded, or `null` if it could not be loaded. Loading starts when
   * `needed` becomes `true`. After a failure, the next component that needs the module tries again. The hook does not
   * suspend, because suspending would lose the focus.
   */
  (needed: boolean): T | null | undefined;
  /** Loads the module ahead of its use. Resolves with `null` if it could not be loaded. */
  load: () => Promise<T | null>;
}

/** Cards share one copy, so a part that is mounted later gets it synchronously. */
export function createChunk<T>(load: () => Promise<T>): UseChunk<T> {
  let loaded: T | null | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const setLoaded = (file: T | null) => {
    loaded = file;
    for (const listener of listeners) listener();
  };
  const request = async () => {
    // If this attempt fails, another one may have loaded the module in the meantime.
    if (!loaded) await load().then(setLoaded, () => loaded || setLoaded(null));
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

/**
 * Returns a function that loads a module once for all callers and resolves in call order. Browsers may settle several
 * imports of one module in any order. After a failed load, the next call tries again.
 */
export function createSharedLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let file: Promise<T> | undefined;
  return () => {
    file ??= load().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
}

/**
 * Runs a function with a module once it is loaded, or `fail` if it cannot be loaded. Returns a function that prevents
 * either, or calls the function that `run` returned.
 */
export function whenLoaded<T>(
  file: Promise<T>,
  run: (file: T) => (() => void) | null | undefined,
  fail?: () => void,
): () => void {
  let stop: (() => void) | null | undefined;
  let isCancelled = false;
  file.then(
    (loaded) => {
      if (!isCancelled) stop = run(loaded);
    },
    () => isCancelled || fail?.(),
  );
  return () => {
    isCancelled = true;
    stop?.();
  };
}
