import { useCallback, useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/** Reads one value of the whole flow, every draft included, and renders again only when it changes. */
export function useFlowState<T>(
  store: AskUserStore,
  select: (state: AskUserState) => T,
  subscribe: (listener: () => void) => () => void = store.subscribe,
): T {
  return useSyncExternalStore(
    subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  );
}

/**
 * Reads one value of the flow, and renders again only when it changes. `select` gives a primitive or an object of the
 * state itself. Typing does not evaluate it, since no draft is looked at: with a question's id that question's is, and with
 * `aspect` only what is selected in it.
 */
export function useFlowValue<T>(
  store: AskUserStore,
  select: (state: AskUserState) => T,
  questionId: string | null = null,
  aspect?: 'selection',
): T {
  // The same function, so that React does not subscribe anew with each render.
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(listener, questionId, aspect),
    [store, questionId, aspect],
  );
  return useFlowState(store, select, subscribe);
}
