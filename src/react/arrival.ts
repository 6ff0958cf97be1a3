import type { AskUserContextValue } from './context.js';
import { excerpt } from './text/clean.js';
import { questionText } from './text/labels.js';

/** A live region that has only just been mounted is not listened to yet. */
const HEARD_MS = 300;

/** What is announced when a request arrives. */
export function arrivalText({ store, messages, card, ids }: AskUserContextValue): string {
  const { questions, asker } = store.getState().request;
  // Without the marks that `renderText` has rendered, if the question is shown.
  const rendered = card.current?.querySelector(`[id="${ids('text', 0)}"]`)?.textContent;
  const first = excerpt(rendered || questionText(questions[0] ?? { question: '' }, 0, messages));
  return messages.arrived(asker ?? messages.asker, first, questions.length);
}

/**
 * Announces the arrival in the card's own status region after a moment, unless the focus is in the card by then. Returns the way to
 * stop.
 */
export function announceArrival(ask: AskUserContextValue, done: () => void): () => void {
  const { store, card, controls } = ask;
  const timer = setTimeout(() => {
    done();
    const isOpen = store.getState().phase === 'answering';
    if (isOpen && !card.current?.matches(':focus-within')) controls.announce(arrivalText(ask));
  }, HEARD_MS);
  return () => clearTimeout(timer);
}
