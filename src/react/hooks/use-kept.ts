import { useState } from 'react';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/**
 * A value that outlives renders until it is `stale`; then another one takes its place in the same render. It is kept once it is
 * committed: what a discarded render made is discarded with it.
 */
export function useKept<T extends object>(create: (before?: T) => T, isStale: (kept: T) => boolean): T {
  const [kept, keep] = useState(() => create());
  const value = isStale(kept) ? create(kept) : kept;
  useIsomorphicLayoutEffect(() => {
    if (value !== kept) keep(value);
  });
  return value;
}
