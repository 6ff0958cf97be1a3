import { useEffect } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { createSharedLoader, whenLoaded } from '../lazy/load.js';

// Loads in call order, so that the first of several cards receives the key first.
const load = /* @__PURE__ */ createSharedLoader(() => import('./shortcut.js'));

export function useShortcut(ask: AskUserContextValue, settled: boolean): void {
  const { focusShortcut } = ask;
  useEffect(() => {
    if (!focusShortcut || settled) return undefined;
    return whenLoaded(load(), ({ listenToShortcut }) => listenToShortcut(ask, focusShortcut));
  }, [ask, focusShortcut, settled]);
}
