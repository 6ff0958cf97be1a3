import { useCallback, useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/**
 * Reads one value of the flow, and renders again only when it changes. `select` gives a primitive or an object of the
 * state itself. With a question's id, other questions' drafts are not even looked at.
 */
export function useFlowValue<T>(store: AskUserStore, select: (state: AskUserState) => T, questionId?: string): T {
  // The same function, so that React does not subscribe anew with each render.
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener, questionId), [store, questionId]);
  return useSyncExternalStore(
    subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  );
}
