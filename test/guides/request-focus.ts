// request-focus.ts
import { useEffect, type RefObject } from 'react';

/** Moves the focus to the target when a request arrives, if no element of the page has it. */
export function useRequestFocus(target: RefObject<HTMLElement | null>, requestId: string) {
  useEffect(() => {
    if (document.activeElement === document.body) target.current?.focus();
  }, [target, requestId]);
}
