import { useCallback, useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/** Reads one value of the whole flow, including all drafts. Re-renders only when the value changes. */
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
 * Reads one value of the flow and re-renders only when it changes. `select` must return a primitive or an object of the
 * state.
 *
 * By default, changes of drafts do not evaluate `select`. With `questionId`, changes of that question's draft do. With
 * `aspect`, only changes of its selection do.
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
