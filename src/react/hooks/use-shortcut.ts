import { useEffect } from 'react';
import type { AskUserContextValue } from '../context.js';
import { late } from './late.js';

/** The host's key to the card, while that waits for an answer. What hears it is loaded with the first card that has one. */
export function useShortcut(ask: AskUserContextValue, settled: boolean): void {
  const { focusShortcut } = ask;
  useEffect(() => {
    if (!focusShortcut || settled) return undefined;
    return late(import('../shortcut.js'), ({ hearShortcut }) => hearShortcut(ask, focusShortcut));
  }, [ask, focusShortcut, settled]);
}
