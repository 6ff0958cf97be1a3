import type { EngineHost } from '../engine/engine.js';
import { closeDialog } from './use-modal.js';

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

const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/**
 * If Tab or Shift+Tab would leave the tab stops of a modal, returns the stop at the other end. Otherwise returns
 * `undefined`. The browser alone could move focus out of the page.
 */
function getWrappedTabStop(card: Element, target: Element, back: boolean): HTMLElement | undefined {
  if (!card.matches(':modal')) return undefined;
  const stops = [...card.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) =>
      stop === target ||
      (stop.tabIndex >= 0 && !stop.matches(':disabled, [inert] *') && stop.getClientRects().length > 0),
  );
  const at = stops.indexOf(target as HTMLElement);
  if (back) return at < 1 ? stops.at(-1) : undefined;
  return at === stops.length - 1 ? stops[0] : undefined;
}
