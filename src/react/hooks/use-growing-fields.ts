import { useEffect } from 'react';
import type { AskUserContextValue } from '../context.js';

/** Lets fields grow with their text in browsers without `field-sizing`. Others don't load how. */
export function useGrowingFields({ store, card, presentation }: AskUserContextValue): void {
  useEffect(() => {
    // Where there is no layout, nothing is known of it.
    if (globalThis.CSS?.supports?.('field-sizing: content') !== false) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    import('../grow.js').then(
      ({ growFields }) => {
        if (!gone && card.current) stop = growFields(card.current, store);
      },
      // Without it, fields scroll.
      () => {},
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [store, card, presentation]);
}
