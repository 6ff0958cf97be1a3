import { useState, useSyncExternalStore } from 'react';
import { part } from './anatomy.js';

function createSlot(): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const tray = document.createElement('div');
  tray.setAttribute('data-ask-user', part('tray')['data-ask-user']);
  return tray;
}

const subscribe = () => () => {};

/**
 * Returns an element into which questions render their quiet buttons, and which is in the default content of `Actions`.
 * Returns `undefined` on a server and during hydration, because React does not hydrate portals.
 */
export function useActionsSlot(): HTMLElement | undefined {
  const [tray] = useState(createSlot);
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  return isHydrated ? tray : undefined;
}
