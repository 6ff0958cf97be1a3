import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Distance from the page's end that still counts as the end, in pixels. */
const SLACK = 48;

interface Place {
  scrollY: number;
  height: number;
}

/**
 * Keeps the page at its end while the conversation grows, unless the user has scrolled up. Without a conversation, the
 * page stays at its beginning. Returns a function that pins the page again, for when the user has sent something.
 */
export function usePinnedScroll(content: RefObject<HTMLElement | null>, hasConversation: boolean): () => void {
  const isPinned = useRef(true);
  /** Scroll position and page height when they were last read. */
  const last = useRef<Place>(undefined);

  useEffect(() => {
    const element = content.current;
    const page = document.documentElement;
    if (!element || !hasConversation) return undefined;

    function onScroll(): void {
      const before = last.current;
      const now = placeOf(page);
      // A page whose height changes also scrolls by itself: the browser clamps the position, or anchors what is in
      // view. On a busy machine, the event arrives late, when the page may have grown again.
      if (now.scrollY === before?.scrollY) return;
      last.current = now;
      if (now.height - page.clientHeight - now.scrollY < SLACK) isPinned.current = true;
      else if (now.height === before?.height) isPinned.current = false;
    }
    function follow(): void {
      if (element && isPinned.current) window.scrollTo(0, endOf(page, element));
      last.current = placeOf(page);
    }
    /** If an on-screen keyboard opens, the focused field stays in view. */
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

/**
 * Returns the scroll position of the page's end. It never scrolls past the start of an open question, or past the
 * focused element in it.
 */
function endOf(page: HTMLElement, content: HTMLElement): number {
  const end = page.scrollHeight - page.clientHeight;
  const question = content.querySelector('.chat-question[data-open=true]');
  if (!question) return end;
  const active = document.activeElement;
  const start = active && question.contains(active) ? active : question;
  const header = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  return Math.min(end, window.scrollY + start.getBoundingClientRect().top - header);
}
