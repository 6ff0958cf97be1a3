import { useEffect } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { createSharedLoader, whenLoaded } from '../lazy/load.js';

// Resolves in call order, so that the first of several cards receives the key first.
const load = /* @__PURE__ */ createSharedLoader(() => import('./shortcut.js'));

// The first part excludes a character without modifiers or with Shift alone, which fields would no longer receive. The
// last part is a key, not a modifier.
const USABLE =
  /^(?!(?:shift\+)*(?:.|plus|space)$)(?:(?:shift|alt|option|control|ctrl|meta|cmd|command)\+)*(?!(?:shift|alt|option|control|ctrl|meta|cmd|command)$)[^+]+$/i;

/**
 * Returns the shortcuts of the host that the card handles, separated by one space, or `undefined` if none is left.
 * Removes a shortcut with an unknown modifier, one without another key, and a character without a modifier or with
 * Shift alone. Aliases such as `Ctrl` stay.
 */
export const getUsableShortcuts = (text = ''): string | undefined =>
  text
    .replace(/\s*\+\s*/g, '+')
    .split(/\s+/)
    .filter((one) => USABLE.test(one))
    .join(' ') || undefined;

export function useShortcut(ask: AskUserContextValue, settled: boolean): void {
  const { focusShortcut } = ask;
  useEffect(() => {
    if (!focusShortcut || settled) return undefined;
    return whenLoaded(load(), ({ listenToShortcut }) => listenToShortcut(ask, focusShortcut));
  }, [ask, focusShortcut, settled]);
}
