import { useEffect, useState } from 'react';

/** The card takes the focus to its heading, or to what covers it: a confirmation, or the line it is collapsed to. */
export function goToQuestion(elementId: string): void {
  document.getElementById(elementId)?.querySelector<HTMLElement>('[data-ask-user="card"]')?.focus();
}

/**
 * The way from the composer to the open question. It shows while the question is out of sight, and else only to
 * keyboard users, one Shift+Tab away.
 */
export function QuestionLink({ elementId }: { elementId: string }) {
  const [isInView, setIsInView] = useState(true);

  useEffect(() => {
    const element = document.getElementById(elementId);
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementId]);

  return (
    <button
      type="button"
      className="chat-button chat-question-link"
      data-quiet={isInView}
      onClick={() => goToQuestion(elementId)}
    >
      Go to question
    </button>
  );
}
