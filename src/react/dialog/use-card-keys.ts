import { useEffect, useMemo, type SyntheticEvent } from 'react';
import { createKeys, type EngineKeys, type KeyHandlers } from '../engine/keys.js';
import type { AskUserContextValue } from './context.js';

interface CardKeyHandlers extends KeyHandlers {
  readonly onKeyDownCapture: EngineKeys['onKeyDown'];
  readonly onCancel: (event: SyntheticEvent) => void;
}

/**
 * Handles keys in the capture phase, so that Radix and the host's bubbling handlers do not receive those that the card
 * uses.
 */
export function useCardKeys({ engine }: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { onKeyDown, onCancel, handlers, listen } = useMemo(() => createKeys(engine), [engine]);
  useEffect(() => (live ? listen(() => true) : undefined), [listen, live]);
  return { ...handlers, onKeyDownCapture: onKeyDown, onCancel };
}
