import { useSyncExternalStore } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';

/**
 * Reads one value of the flow, and renders again only when it changes. `select` gives a primitive or an object of the
 * state itself. With a question's id, other questions' drafts are not even looked at.
 */
export function useFlowValue<T>(store: AskUserStore, select: (state: AskUserState) => T, questionId?: string): T {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener, questionId),
    () => select(store.getState()),
    () => select(store.getInitialState()),
  );
}
