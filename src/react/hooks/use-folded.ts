import { useContext } from 'react';
import { CollapsedContext, type AskUserContextValue } from '../context.js';
import { useFlowValue } from './use-flow-value.js';

/** The card is drawn as one line: collapsed, and nothing is asked or over that has to be seen. */
export function useFolded({ store }: AskUserContextValue): boolean {
  const quiet = useFlowValue(store, ({ phase }) => phase === 'answering' || phase === 'submitting');
  return useContext(CollapsedContext) && quiet;
}
