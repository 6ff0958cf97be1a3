import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const SLACK = 48;

interface Place {
  scrollY: number;
  height: number;
}

/**
 * Keeps the page at its end while the conversation grows, unless the person has scrolled up to read; a page without a
 * conversation is read from its beginning. Returns what pins it again, for when the person has just said something.
 */
export function usePinnedScroll(content: RefObject<HTMLElement | null>, hasConversation: boolean): () => void {
  const isPinned = useRef(true);
  /** Where the page was, and how long it was, when it last scrolled. */
  const last = useRef<Place>(undefined);

  useEffect(() => {
    const element = content.current;
    const page = document.documentElement;
    if (!element || !hasConversation) return undefined;

    function onScroll(): void {
      const before = last.current;
      const now = placeOf(page);
      // A page that changes its length scrolls by itself: it is cut short, or the browser keeps what is on the screen where it
      // is. The event comes late on a busy machine, when the page may have grown again.
      if (now.scrollY === before?.scrollY) return;
      last.current = now;
      if (now.height - page.clientHeight - now.scrollY < SLACK) isPinned.current = true;
      else if (now.height === before?.height) isPinned.current = false;
    }
    function follow(): void {
      if (element && isPinned.current) window.scrollTo(0, endOf(page, element));
      last.current = placeOf(page);
    }
    /** A keyboard on the screen has opened: what is typed into stays in view. */
    function onResize(): void {
      follow();
      const { activeElement } = document;
      if (element?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' });
    }
    const observer = new ResizeObserver(follow);
    observer.observe(document.body);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onResize);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [content, hasConversation]);

  return useCallback(() => {
    last.current = placeOf(document.documentElement);
    isPinned.current = true;
  }, []);
}

const placeOf = (page: HTMLElement): Place => ({ scrollY: window.scrollY, height: page.scrollHeight });

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
