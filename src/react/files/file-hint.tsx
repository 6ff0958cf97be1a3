import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { enFiles } from '../messages/en-files.js';

/** A refused file. */
export interface Refusal {
  readonly store: AskUserContextValue['store'];
  /** Index of the question that was shown. */
  readonly questionIndex: number;
}

interface FileHintProps {
  ask: AskUserContextValue;
  refusal: Refusal;
}

/**
 * Renders a `<p>` with the hint that files cannot be sent, and announces it. The hint disappears when another question
 * is shown.
 */
export function FileHint({ ask: { store, messages, commands }, refusal }: FileHintProps): ReactNode {
  const isShown = useSyncExternalStore(store.subscribe, () => store.getState().active === refusal.questionIndex);
  const { noFiles } = { ...enFiles, ...messages };
  useEffect(() => commands.announce(noFiles), [commands, noFiles, refusal]);
  return isShown && <p data-ask-user="file-hint">{noFiles}</p>;
}
