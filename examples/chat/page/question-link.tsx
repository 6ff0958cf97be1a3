import { useEffect, useState } from 'react';
import type { AskUserCardElement } from 'react-ask-user';

/** Focuses the question in the card, or what covers it: a confirmation or the collapsed bar. */
export function goToQuestion(elementId: string): void {
  const card = document.getElementById(elementId)?.querySelector<AskUserCardElement>('[data-ask-user="card"]');
  card?.focus({ byUser: true });
}

/**
 * Renders a button at the composer that focuses the open question. The button is visible while the question is out of
 * view. Otherwise, only keyboard users see it, one Shift+Tab before the message field.
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
