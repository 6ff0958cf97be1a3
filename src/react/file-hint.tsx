import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserContextValue } from './context.js';
import { enFiles } from './messages/en-files.js';

/** Where a file was refused; a new object each time. */
export interface Refusal {
  readonly store: AskUserContextValue['store'];
  /** Position of the question that was shown. */
  readonly at: number;
}

interface FileHintProps {
  ask: AskUserContextValue;
  refusal: Refusal;
}

/** Says that files can't be sent, for as long as the question is shown at which the user tried. */
export function FileHint({ ask: { store, messages, controls }, refusal }: FileHintProps): ReactNode {
  const here = useSyncExternalStore(store.subscribe, () => store.getState().active === refusal.at);
  const { noFiles } = { ...enFiles, ...messages };
  useEffect(() => controls.announce(noFiles), [controls, noFiles, refusal]);
  return here && <p data-ask-user="file-hint">{noFiles}</p>;
}
