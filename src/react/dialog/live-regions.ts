import { useMemo, type RefObject } from 'react';

// Time in milliseconds after which an announcement is removed, so that users do not find it with the reading cursor.
const CLEAR_AFTER_MS = 7000;

interface LiveRefs {
  readonly status: RefObject<HTMLElement | null>;
  readonly alert: RefObject<HTMLElement | null>;
}

export interface LiveRegions {
  announce: (text: string, urgent?: boolean) => void;
  silence: () => void;
}

export function createLiveRegions({ status, alert }: LiveRefs): LiveRegions {
  let clearTimer: ReturnType<typeof setTimeout> | undefined;
  const silence = () => {
    clearTimeout(clearTimer);
    alert.current?.replaceChildren();
    status.current?.replaceChildren();
  };
  return {
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

export const useLiveRegions = ({ status, alert }: LiveRefs): LiveRegions =>
  useMemo(() => createLiveRegions({ status, alert }), [status, alert]);
