import { useContext } from 'react';
import { CollapsedContext, type AskUserContextValue } from '../dialog/context.js';
import { useFlowValue } from './use-flow-value.js';

/** Whether the card renders as one line: it is collapsed, and there is no confirmation or settled view to show. */
export function useIsCollapsed({ store }: AskUserContextValue): boolean {
  const quiet = useFlowValue(store, ({ phase }) => phase === 'answering' || phase === 'submitting');
  return useContext(CollapsedContext) && quiet;
}
