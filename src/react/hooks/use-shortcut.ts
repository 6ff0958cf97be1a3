import { useEffect } from 'react';
import type { AskUserContextValue } from '../context.js';
import { late } from './late.js';
import { shareFile } from './share-file.js';

// Of several cards, the first one hears the key first.
const load = /* @__PURE__ */ shareFile(() => import('../shortcut.js'));

/** The host's key to the card, while that waits for an answer. What hears it is loaded with the first card that has one. */
export function useShortcut(ask: AskUserContextValue, settled: boolean): void {
  const { focusShortcut } = ask;
  useEffect(() => {
    if (!focusShortcut || settled) return undefined;
    return late(load(), ({ hearShortcut }) => hearShortcut(ask, focusShortcut));
  }, [ask, focusShortcut, settled]);
}
