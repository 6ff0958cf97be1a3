import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const SLACK = 48;

/**
 * Keeps the page at its end while the conversation grows, unless the person has scrolled up to read. Returns what pins
 * it again, for when the person has just said something.
 */
export function usePinnedScroll(content: RefObject<HTMLElement | null>): () => void {
  const isPinned = useRef(true);

  useEffect(() => {
    const element = content.current;
    const page = document.documentElement;
    if (!element) return undefined;

    function onScroll(): void {
      isPinned.current = page.scrollHeight - page.clientHeight - window.scrollY < SLACK;
    }
    const observer = new ResizeObserver(() => {
      if (isPinned.current) window.scrollTo(0, endOf(page, element));
    });
    observer.observe(document.body);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [content]);

  return useCallback(() => {
    isPinned.current = true;
  }, []);
}

/** The end of the page, but never past the beginning of a question that the person has not entered yet. */
function endOf(page: HTMLElement, content: HTMLElement): number {
  const end = page.scrollHeight - page.clientHeight;
  const question = content.querySelector('.chat-question[data-open=true]');
  if (!question || question.contains(document.activeElement)) return end;
  const header = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  return Math.min(end, window.scrollY + question.getBoundingClientRect().top - header);
}
