import { useSyncExternalStore } from 'react';

/** Question IDs that the parts of one card share. A change renders the parts that read it with `useHasId`. */
export interface IdSet {
  readonly has: (id: string) => boolean;
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createIdSet(): IdSet {
  const ids = new Set<string>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      notify();
    },
    remove(id) {
      ids.delete(id);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** `onServer` is the value on a server and during hydration, when no effect has run. */
export const useHasId = ({ subscribe, has }: IdSet, id = '', onServer = false): boolean =>
  useSyncExternalStore(
    subscribe,
    () => has(id),
    () => onServer,
  );
