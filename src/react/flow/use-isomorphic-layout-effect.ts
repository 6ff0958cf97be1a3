import { useEffect, useLayoutEffect } from 'react';

// React 18 warns about layout effects on a server.
/** `useLayoutEffect` in a browser, `useEffect` on a server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
