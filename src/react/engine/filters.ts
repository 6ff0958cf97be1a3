import type { AskUserStore } from '../../core/flow/store.js';
import type { Filter } from '../keys/shown-options.js';

/** The filters of one request, by question id: state of the UI, which is neither stored nor sent. */
export interface Filters {
  readonly get: (questionId: string) => Filter | undefined;
  /** Sets the filter of a question, or removes it, so that all of its options are shown. */
  readonly set: (questionId: string, filter?: Filter) => void;
  /** Number of changes so far. */
  readonly version: () => number;
  /** Subscribes to changes of the flow, as the store does, and of the filters. */
  readonly subscribe: AskUserStore['subscribe'];
}

export function createFilters(store: AskUserStore): Filters {
  const filters = new Map<string, Filter | undefined>();
  const listeners = new Set<() => void>();
  let version = 0;
  return {
    get: (questionId) => filters.get(questionId),
    set(questionId, filter) {
      filters.set(questionId, filter);
      version++;
      for (const listener of listeners) listener();
    },
    version: () => version,
    subscribe(listener, ...scope) {
      const stop = store.subscribe(listener, ...scope);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}
