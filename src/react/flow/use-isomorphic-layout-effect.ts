import { useEffect, useLayoutEffect } from 'react';

// React 18 warns about layout effects on a server.
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
