// request-focus.ts
import { useEffect, type RefObject } from 'react';

/** Moves the focus to the target when a request arrives, unless the user is elsewhere or is writing a message. */
export function useRequestFocus(
  target: RefObject<HTMLElement | null>,
  requestId: string,
  composer: RefObject<HTMLTextAreaElement | null>,
) {
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || (activeElement === composer.current && !composer.current?.value);
    if (isFree) target.current?.focus();
  }, [target, requestId, composer]);
}
