import { useMemo, useSyncExternalStore, type RefObject } from 'react';
import { focusKind, isElement } from '../keys/key-target.js';
import type { FocusKind } from '../keys/route.js';

/** Kind of the focused element. `outside`: not in the card. */
export type FocusedKind = FocusKind | 'outside';

function kindIn(card: HTMLElement | null): FocusedKind | undefined {
  const { activeElement } = (card?.getRootNode() ?? {}) as Partial<Document>;
  return activeElement && card?.contains(activeElement) ? focusKind(activeElement) : undefined;
}

const listenTo = (card: RefObject<HTMLElement | null>) => (listener: () => void) => {
  const element = card.current;
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    // If focus stays in the card, `focusin` follows.
    if (!isElement(relatedTarget) || !element?.contains(relatedTarget)) listener();
  };
  element?.addEventListener('focusin', listener);
  element?.addEventListener('focusout', onFocusOut);
  return () => {
    element?.removeEventListener('focusin', listener);
    element?.removeEventListener('focusout', onFocusOut);
  };
};

export function useFocusedKind(card: RefObject<HTMLElement | null>, otherwise: FocusedKind): FocusedKind {
  const subscribe = useMemo(() => listenTo(card), [card]);
  return useSyncExternalStore(
    subscribe,
    () => kindIn(card.current) ?? otherwise,
    () => otherwise,
  );
}
