import { useState, useSyncExternalStore } from 'react';
import { part } from '../anatomy.js';

function createTray(): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const tray = document.createElement('div');
  tray.setAttribute('data-ask-user', part('tray')['data-ask-user']);
  return tray;
}

const subscribe = () => () => {};

/**
 * An element that questions draw into and the row of buttons takes in. There is none on a server, nor while its page is
 * hydrated, since React hydrates no portals.
 */
export function useTray(): HTMLElement | undefined {
  const [tray] = useState(createTray);
  const drawn = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  return drawn ? tray : undefined;
}
