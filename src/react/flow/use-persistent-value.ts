import { useState } from 'react';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/**
 * Keeps a value over renders until `isStale` returns `true`, then replaces it in the same render. A new value is stored
 * when it is committed, so that React can discard a render that created one.
 */
export function usePersistentValue<T extends object>(create: (before?: T) => T, isStale: (stored: T) => boolean): T {
  const [stored, setStored] = useState(() => create());
  const value = isStale(stored) ? create(stored) : stored;
  useIsomorphicLayoutEffect(() => {
    if (value !== stored) setStored(value);
  });
  return value;
}
