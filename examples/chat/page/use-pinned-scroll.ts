import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const SLACK = 48;

/**
 * Keeps the page at its end while the conversation grows, unless the person has scrolled up to read. Returns what pins
 * it again, for when the person has just said something.
 */
export function usePinnedScroll(content: RefObject<HTMLElement | null>): () => void {
  const isPinned = useRef(true);
  /** Where the page was when it was pinned on purpose, or has scrolled by itself. */
  const pinnedAt = useRef<number>(undefined);

  useEffect(() => {
    const element = content.current;
    const page = document.documentElement;
    if (!element) return undefined;

    function onScroll(): void {
      // The event of such a scroll comes late on a busy machine, when the page may have grown again.
      if (window.scrollY === pinnedAt.current) return;
      pinnedAt.current = undefined;
      isPinned.current = page.scrollHeight - page.clientHeight - window.scrollY < SLACK;
    }
    const observer = new ResizeObserver(() => {
      if (!isPinned.current) return;
      window.scrollTo(0, endOf(page, element));
      pinnedAt.current = window.scrollY;
    });
    observer.observe(document.body);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [content]);

  return useCallback(() => {
    pinnedAt.current = window.scrollY;
    isPinned.current = true;
  }, []);
}

/** The end of the page, but never past the beginning of an open question, or past what has the focus in it. */
function endOf(page: HTMLElement, content: HTMLElement): number {
  const end = page.scrollHeight - page.clientHeight;
  const question = content.querySelector('.chat-question[data-open=true]');
  if (!question) return end;
  const active = document.activeElement;
  const start = active && question.contains(active) ? active : question;
  const header = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  return Math.min(end, window.scrollY + start.getBoundingClientRect().top - header);
}
