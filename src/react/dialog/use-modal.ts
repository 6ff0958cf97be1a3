import { useMemo } from 'react';
import type { AskUserContextValue } from './context.js';

/** `low`: open but not modal. The card is collapsed, or was when it was settled. `over`: modal, in the top layer. */
type Placement = 'closed' | 'low' | 'over';

export interface Modal {
  /** Returns whether the dialog has just become modal. */
  sync: (collapsed: boolean) => boolean;
  close: () => void;
}

type Ask = Pick<AskUserContextValue, 'card' | 'store' | 'presentation'>;

function createModal({ card, store, presentation }: Ask): Modal {
  let placement: Placement = 'closed';

  const setPlace = (next: Placement): boolean => {
    const dialog = card.current as HTMLDialogElement | null;
    if (!dialog || (placement === next && dialog.open === (next !== 'closed'))) return false;
    placement = next;
    // `close()` also removes the dialog from the top layer; removing `open` alone does not. jsdom may lack `close()`
    // and `showModal()`.
    if (dialog.open) dialog.close?.();
    if (next === 'over' && dialog.showModal) dialog.showModal();
    // `show()` would move focus.
    else dialog.open = next !== 'closed';
    return next === 'over';
  };

  return {
    sync(collapsed) {
      if (presentation !== 'modal') return false;
      const { phase, settledExternally } = store.getState();
      if (phase !== 'settled') return setPlace(collapsed ? 'low' : 'over');
      // An external settlement stays visible, unless the dialog was never shown or was closed.
      const staysOpen = settledExternally && (card.current as HTMLDialogElement | null)?.open;
      return setPlace(staysOpen ? placement : 'closed');
    },
    close: () => presentation === 'modal' && setPlace('closed'),
  };
}

export function useModal({ card, store, presentation }: AskUserContextValue): Modal {
  return useMemo(() => createModal({ card, store, presentation }), [card, store, presentation]);
}

/** Closes a dialog. Dispatches `close` itself if the method is missing, as in jsdom. */
export function closeDialog(element: HTMLElement | null): void {
  const dialog = element as HTMLDialogElement;
  if (dialog.close) return dialog.close();
  dialog.open = false;
  dialog.dispatchEvent(new Event('close'));
}
