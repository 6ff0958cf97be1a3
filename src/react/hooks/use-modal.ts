import { useMemo } from 'react';
import type { AskUserContextValue } from '../context.js';

/** `low`: folded, a part of the page. */
type Place = 'closed' | 'low' | 'over';

export interface Modal {
  /** Puts the dialog where the flow wants it. Returns whether that has just brought it over the page. */
  arrange: (folded: boolean) => boolean;
  close: () => void;
}

type Ask = Pick<AskUserContextValue, 'card' | 'store' | 'presentation'>;

function createModal({ card, store, presentation }: Ask): Modal {
  let place: Place = 'closed';

  const put = (next: Place): boolean => {
    const dialog = card.current as HTMLDialogElement | null;
    if (!dialog || (place === next && dialog.open === (next !== 'closed'))) return false;
    place = next;
    // Also takes it off the page's top, where `open` alone would leave it. Tests of hosts may lack these methods.
    if (dialog.open) dialog.close?.();
    if (next === 'over' && dialog.showModal) dialog.showModal();
    // show() would take the focus.
    else dialog.open = next !== 'closed';
    return next === 'over';
  };

  return {
    arrange(folded) {
      if (presentation !== 'modal') return false;
      const { phase, withdrawn } = store.getState();
      if (phase !== 'settled') return put(folded ? 'low' : 'over');
      // What was ended from outside stays to be read, unless it was over before it was shown, or has been closed.
      const stays = withdrawn && (card.current as HTMLDialogElement | null)?.open;
      return put(stays ? place : 'closed');
    },
    close: () => presentation === 'modal' && put('closed'),
  };
}

/** The browser's side of a modal card: over the page while it asks, in it while it is folded, closed in the end. */
export function useModal({ card, store, presentation }: AskUserContextValue): Modal {
  return useMemo(() => createModal({ card, store, presentation }), [card, store, presentation]);
}

/** Closes a dialog, and tells of it where there is no such method: hosts test in jsdom. */
export function shut(element: HTMLElement | null): void {
  const dialog = element as HTMLDialogElement;
  if (dialog.close) return dialog.close();
  dialog.open = false;
  dialog.dispatchEvent(new Event('close'));
}

const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/** Where Tab goes on from the last stop of a modal, and back from its first: the browser would leave the page. */
export function roundTheEnd(card: Element, target: Element, back: boolean): HTMLElement | undefined {
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
