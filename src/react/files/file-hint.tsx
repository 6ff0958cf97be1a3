import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { part } from '../dialog/anatomy.js';
import { withLaterMessages } from '../../messages/en-later.js';

export interface Refusal {
  readonly store: AskUserContextValue['store'];
  /** Index of the question that was shown when the file was refused. The number of questions stands for Review. */
  readonly questionIndex: number;
}

interface FileHintProps {
  ask: AskUserContextValue;
  refusal: Refusal;
}

export function FileHint({ ask: { store, messages, engine }, refusal }: FileHintProps): ReactNode {
  const isShown = useSyncExternalStore(store.subscribe, () => store.getState().active === refusal.questionIndex);
  const { noFiles } = withLaterMessages(messages);
  useEffect(() => engine.announce(noFiles), [engine, noFiles, refusal]);
  return isShown && <p {...part('file-hint')}>{noFiles}</p>;
}
