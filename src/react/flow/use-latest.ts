import { useCallback, useRef } from 'react';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** Returns a function that returns the value of the latest render. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value);
  useIsomorphicLayoutEffect(() => {
    latest.current = value;
  });
  return useCallback(() => latest.current, []);
}
