import { useSyncExternalStore } from 'react';

/** Question IDs that the parts of one card share. A change renders the parts that read it with `useHasId`. */
export interface IdSet {
  readonly has: (id: string) => boolean;
  /** Adds the ID, or removes it if `isIn` is `false`. */
  readonly set: (id: string, isIn?: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createIdSet(): IdSet {
  const ids = new Set<string>();
  const listeners = new Set<() => void>();
  return {
    has: (id) => ids.has(id),
    set(id, isIn = true) {
      ids[isIn ? 'add' : 'delete'](id);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useHasId({ subscribe, has }: IdSet, id = ''): boolean {
  const isIn = () => has(id);
  return useSyncExternalStore(subscribe, isIn, isIn);
}
