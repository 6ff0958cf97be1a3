import { useEffect } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { whenLoaded } from '../lazy/later.js';
import { laterCard } from '../lazy/later-card.js';

/** Makes fields grow with their text in browsers without `field-sizing`. */
export function useGrowingFields({ store, card, presentation }: AskUserContextValue): void {
  useEffect(() => {
    // jsdom has no layout and no `CSS.supports`.
    if (globalThis.CSS?.supports?.('field-sizing: content') !== false) return undefined;
    return whenLoaded(laterCard, ({ growFields }) => (card.current ? growFields(card.current, store) : undefined));
  }, [store, card, presentation]);
}
