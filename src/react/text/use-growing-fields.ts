import { useEffect } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { whenLoaded } from '../lazy/load.js';

/** Makes fields grow with their text in browsers without `field-sizing`. Other browsers do not load the code. */
export function useGrowingFields({ store, card, presentation }: AskUserContextValue): void {
  useEffect(() => {
    // jsdom has no layout and no `CSS.supports`.
    if (globalThis.CSS?.supports?.('field-sizing: content') !== false) return undefined;
    // If the file cannot be loaded, fields scroll.
    return whenLoaded(import('./grow.js'), ({ growFields }) => card.current && growFields(card.current, store));
  }, [store, card, presentation]);
}
