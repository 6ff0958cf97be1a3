import { hasMany } from '../../core/flow/selectors.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import type { AskUserContextValue } from './context.js';
import { useHasId } from './id-set.js';

/** Whether the questions have tabs. More than 8 questions have them only if the host composes them. */
export function useHasTabs({ store, ownTabs }: AskUserContextValue): boolean {
  const hasOwnTabs = useHasId(ownTabs);
  return useFlowValue(store, (state) => state.drafts.length > 1 && (hasOwnTabs || !hasMany(state)));
}
