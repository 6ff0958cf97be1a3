import { useState, type ReactNode } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { useLater } from '../lazy/later.js';
import { laterCard } from '../lazy/later-card.js';
import type { Refusal } from './file-hint.js';
import { fileHandlers, type FileHandlers } from './files.js';

export function useFileHint(ask: AskUserContextValue): { files: FileHandlers; fileHint: ReactNode } {
  const { store } = ask;
  const [refusal, setRefusal] = useState<Refusal>();
  const later = useLater(laterCard, refusal !== undefined);
  const files = fileHandlers(() => setRefusal({ store, questionIndex: store.getState().active }));
  return { files, fileHint: later && refusal?.store === store && <later.FileHint ask={ask} refusal={refusal} /> };
}
