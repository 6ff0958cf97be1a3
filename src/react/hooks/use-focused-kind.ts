import { useEffect, useState, type RefObject } from 'react';
import { focusKind, isElement } from '../keys/key-target.js';
import type { FocusKind } from '../keys/route.js';

/** What has the focus; a `line` is a field where Enter writes no new one. */
export type FocusedKind = FocusKind | 'line';

function kindOf(target: EventTarget | null): FocusedKind | undefined {
  if (!isElement(target)) return undefined;
  const kind = focusKind(target);
  return kind === 'answer' && target.getAttribute('autocapitalize') === 'none' ? 'line' : kind;
}

/** What in the card has the focus, and `undefined` while it is elsewhere. */
export function useFocusedKind(card: RefObject<HTMLElement | null>): FocusedKind | undefined {
  const [kind, setKind] = useState<FocusedKind>();
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    const onFocusIn = ({ target }: FocusEvent) => setKind(kindOf(target));
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isElement(relatedTarget) || !element.contains(relatedTarget)) setKind(undefined);
    };
    setKind(kindOf(element.querySelector(':focus')));
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [card]);
  return kind;
}
