import { useMemo, useState, type ReactNode } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import type * as Chunk from './file-hint.js';
import { fileHandlers, type FileHandlers } from './files.js';

export function useFileHint(ask: AskUserContextValue): { files: FileHandlers; fileHint: ReactNode } {
  const { store } = ask;
  const [shown, setShown] = useState<typeof Chunk & { refusal: Chunk.Refusal }>();
  const files = useMemo(
    () =>
      fileHandlers(() => {
        const refusal = { store, questionIndex: store.getState().active };
        const show = ({ FileHint }: typeof Chunk) => setShown({ FileHint, refusal });
        // If the code cannot be loaded, there is no hint.
        import('./file-hint.js').then(show, () => {});
      }),
    [store],
  );
  return { files, fileHint: shown?.refusal.store === store && <shown.FileHint ask={ask} refusal={shown.refusal} /> };
}
