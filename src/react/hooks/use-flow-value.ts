import { useCallback, useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/** Scope of a value that does not depend on any draft, so that typing does not evaluate it. */
export const FLOW = null;

/**
 * Reads one value of the flow, and renders again only when it changes. `select` gives a primitive or an object of the
 * state itself. With a question's id, other questions' drafts are not even looked at; `FLOW` and `aspect` narrow it further.
 */
export function useFlowValue<T>(
  store: AskUserStore,
  select: (state: AskUserState) => T,
  questionId?: string | null,
  aspect?: 'selection',
): T {
  // The same function, so that React does not subscribe anew with each render.
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(listener, questionId, aspect),
    [store, questionId, aspect],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  );
}
