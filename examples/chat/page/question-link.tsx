import { useEffect, useState } from 'react';
import type { AskUserCardElement } from 'react-ask-user';

/** The card takes the focus to its question, or to what covers it: a confirmation, or the line it is collapsed to. */
export function goToQuestion(elementId: string): void {
  const card = document.getElementById(elementId)?.querySelector<AskUserCardElement>('[data-ask-user="card"]');
  card?.focus({ byUser: true });
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
