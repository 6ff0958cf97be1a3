import { useEffect, useMemo, type SyntheticEvent } from 'react';
import { createKeys, type EngineKeys, type KeyHandlers } from '../engine/keys.js';
import type { EngineHost } from '../engine/engine.js';
import type { AskUserContextValue } from './context.js';
import { closeDialog, getWrappedTabStop } from './use-modal.js';

/** Enlarged preview, a separate dialog. Its keys are not meant for the questions behind it. */
const LARGER = '[data-ask-user="larger"]';

type UseKey = NonNullable<EngineHost['useKey']>;

/** Uses Escape and Tab in the card's dialogs. Returns whether the key was used. */
export function applyDialogKey(card: Element | null, event: Parameters<UseKey>[0], target: Element): boolean {
  if (!card) return false;
  if (event.key === 'Escape') {
    // The enlarged preview exists only while it is open, and is on top regardless of focus.
    const larger = card.querySelector<HTMLElement>(LARGER);
    if (!larger) return false;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) closeDialog(larger);
    return true;
  }
  if (target.closest(LARGER)) return true;
  const wrapped = event.key === 'Tab' && getWrappedTabStop(card, target, event.shiftKey);
  if (wrapped) {
    event.preventDefault();
    wrapped.focus();
  }
  return false;
}

interface CardKeyHandlers extends KeyHandlers {
  readonly onKeyDownCapture: EngineKeys['onKeyDown'];
  readonly onCancel: (event: SyntheticEvent) => void;
}

/**
 * Handles keys in the capture phase, so that Radix and the host's bubbling handlers do not receive those that the card
 * uses.
 */
export function useCardKeys({ commands }: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { onKeyDown, onCancel, handlers, listen } = useMemo(() => createKeys(commands), [commands]);
  useEffect(() => (live ? listen(() => true) : undefined), [listen, live]);
  return { ...handlers, onKeyDownCapture: onKeyDown, onCancel };
}
