import { useCallback, useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/** Reads one value of the whole flow, including all drafts. */
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
 * Reads one value of the flow. `select` must return a primitive or an object of the state.
 *
 * By default, subscribes to changes of the flow, but not of drafts. With `questionId`, also to those of that question's
 * draft. With `aspect`, not to those of its texts.
 */
export function useFlowValue<T>(
  store: AskUserStore,
  select: (state: AskUserState) => T,
  questionId: string | null = null,
  aspect?: 'selection',
): T {
  // Referentially stable, so React does not subscribe again on each render.
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(listener, questionId, aspect),
    [store, questionId, aspect],
  );
  return useFlowState(store, select, subscribe);
}
