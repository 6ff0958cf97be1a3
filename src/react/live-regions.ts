import type { RefObject } from 'react';

// Long enough to be read out; then gone, so that nobody finds it with the reading cursor.
const SPOKEN_MS = 7000;

export interface LiveRefs {
  readonly status: RefObject<HTMLElement | null>;
  readonly alert: RefObject<HTMLElement | null>;
}

export interface LiveRegions {
  announce: (text: string, urgent?: boolean) => void;
  /** Takes away what was said. */
  silence: () => void;
}

/** Two regions that are there before anything is said in them. */
export function createLiveRegions({ status, alert }: LiveRefs): LiveRegions {
  let clearing: ReturnType<typeof setTimeout> | undefined;
  const silence = () => {
    clearTimeout(clearing);
    alert.current?.replaceChildren();
    status.current?.replaceChildren();
  };
  return {
    announce(text, urgent = false) {
      const region = (urgent ? alert : status).current;
      if (!region) return;
      // What was said before may no longer be so.
      silence();
      // A new element each time: the same text again is heard again.
      const line = region.ownerDocument.createElement('p');
      line.textContent = text;
      region.replaceChildren(line);
      clearing = setTimeout(silence, SPOKEN_MS);
    },
    silence,
  };
}
