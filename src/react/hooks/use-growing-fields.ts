import { useEffect } from 'react';
import type { AskUserContextValue } from '../context.js';
import { late } from './late.js';

/** Lets fields grow with their text in browsers without `field-sizing`. Others don't load how. */
export function useGrowingFields({ store, card, presentation }: AskUserContextValue): void {
  useEffect(() => {
    // Where there is no layout, nothing is known of it.
    if (globalThis.CSS?.supports?.('field-sizing: content') !== false) return undefined;
    // Without the file, fields scroll.
    return late(import('../grow.js'), ({ growFields }) => card.current && growFields(card.current, store));
  }, [store, card, presentation]);
}
