import { useEffect, useSyncExternalStore } from 'react';

/** A file that is loaded when it is first needed, once for all cards. */
export interface Later<T> {
  /** The file, `undefined` until it is loaded, or `null` if it could not be loaded. */
  file?: T | null;
  /**
   * Returns a promise of the file, or of `null` if it cannot be loaded: the next call then tries again. Calls share one
   * promise, so that what waits for it continues in the order of the calls. Browsers settle several imports of a file
   * in any order.
   */
  readonly load: () => Promise<T | null>;
}

export function later<T>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T | null> | null = null;
  const self: Later<T> = {
    load: () =>
      (loading ??= load().then(
        (file) => (self.file = file),
        () => (self.file = loading = null),
      )),
  };
  return self;
}

/**
 * Calls `use` with the file once it is loaded, or `fail` if it cannot be loaded. Returns a function that prevents both,
 * or calls the function that `use` returned.
 */
export function whenLoaded<T>(
  { load }: Later<T>,
  use: (file: T) => (() => void) | undefined | void,
  fail?: () => unknown,
): () => void {
  let stop: (() => void) | undefined | void;
  let isStopped = false;
  void load().then((file) => {
    if (isStopped) return;
    if (file) stop = use(file);
    else fail?.();
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the `file` while it is `needed`, and loads it then. A component that does not need it does not render when it
 * arrives. Does not suspend, because suspending would lose the focus.
 */
export function useLater<T>(later: Later<T>, needed = true): T | null | undefined {
  useEffect(() => {
    if (needed && !later.file) void later.load().then(notify);
  }, [later, needed]);
  return useSyncExternalStore(
    subscribe,
    () => (needed ? later.file : undefined),
    () => undefined,
  );
}
