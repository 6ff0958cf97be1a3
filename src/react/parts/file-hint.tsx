import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { AskUserContextValue } from '../context.js';
import { fileHandlers, type FileHandlers } from '../files.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

/** A question at which a file was refused; a new object each time. */
interface Refusal {
  readonly store: AskUserContextValue['store'];
  readonly at: number;
}

interface FileHintProps {
  ask: AskUserContextValue;
  refusal: Refusal;
}

/** Says that files can't be sent, for as long as the question is shown at which the user tried. */
function FileHint({ ask: { store, messages, controls }, refusal }: FileHintProps): ReactNode {
  const here = useFlowValue(store, ({ active }) => active === refusal.at);
  useEffect(() => controls.announce(messages.noFiles), [controls, messages, refusal]);
  return here && <p {...part('file-hint')}>{messages.noFiles}</p>;
}

/** The card's handlers for files, and the hint that they show. */
export function useFileHint(ask: AskUserContextValue): { files: FileHandlers; fileHint: ReactNode } {
  const { store } = ask;
  const [refusal, setRefusal] = useState<Refusal>();
  const files = useMemo(() => fileHandlers(() => setRefusal({ store, at: store.getState().active })), [store]);
  return { files, fileHint: refusal?.store === store && <FileHint ask={ask} refusal={refusal} /> };
}
