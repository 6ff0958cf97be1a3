import type { RefObject } from 'react';

// Time in milliseconds after which an announcement is removed, so that users do not find it with the reading cursor.
const CLEAR_AFTER_MS = 7000;

/** The elements that screen readers listen to, and what is written to them. */
export interface LiveRegions {
  readonly status: RefObject<HTMLDivElement | null>;
  readonly alert: RefObject<HTMLDivElement | null>;
  announce: (text: string, urgent?: boolean) => void;
  silence: () => void;
}

export function createLiveRegions(): LiveRegions {
  const status: LiveRegions['status'] = { current: null };
  const alert: LiveRegions['alert'] = { current: null };
  let clearTimer: ReturnType<typeof setTimeout> | undefined;
  const silence = () => {
    clearTimeout(clearTimer);
    alert.current?.replaceChildren();
    status.current?.replaceChildren();
  };
  return {
    status,
    alert,
    announce(text, urgent = false) {
      const region = (urgent ? alert : status).current;
      if (!region) return;
      // The previous announcement may no longer be true.
      silence();
      // A new element each time, so that the same text is read again.
      const line = region.ownerDocument.createElement('p');
      line.textContent = text;
      region.replaceChildren(line);
      clearTimer = setTimeout(silence, CLEAR_AFTER_MS);
    },
    silence,
  };
}
