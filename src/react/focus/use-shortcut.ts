import { useEffect } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { late } from '../lazy/late.js';
import { shareFile } from '../lazy/share-file.js';

// Loads in call order, so that the first of several cards receives the key first.
const load = /* @__PURE__ */ shareFile(() => import('./shortcut.js'));

/**
 * Handles the host's `focusShortcut` until the request is settled. The code is loaded with the first card that has a
 * shortcut.
 */
export function useShortcut(ask: AskUserContextValue, settled: boolean): void {
  const { focusShortcut } = ask;
  useEffect(() => {
    if (!focusShortcut || settled) return undefined;
    return late(load(), ({ hearShortcut }) => hearShortcut(ask, focusShortcut));
  }, [ask, focusShortcut, settled]);
}
