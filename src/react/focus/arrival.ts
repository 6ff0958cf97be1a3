import type { AskUserContextValue } from '../dialog/context.js';
import { excerpt } from '../../core/clean.js';
import { questionText } from '../text/labels.js';

/** Time in milliseconds. Screen readers may not read a live region that was just mounted. */
const LIVE_REGION_DELAY_MS = 300;

export function arrivalText({ store, messages, card, ids }: AskUserContextValue): string {
  const { questions } = store.getState().request;
  // If the first question is mounted, use its text in the card, which `renderText` may have changed.
  const rendered = card.current?.querySelector(`[id="${ids('text', 0)}"]`)?.textContent;
  const first = excerpt(rendered || questionText(questions[0] ?? { question: '' }, 0, messages));
  return messages.arrived(messages.asker, first, questions.length);
}

/**
 * After `LIVE_REGION_DELAY_MS`, announces the request if the user can answer it and focus is outside the card. Calls
 * `onAnnounce` first, with or without an announcement. Returns a function that cancels both until then.
 */
export function announceArrival(ask: AskUserContextValue, onAnnounce: () => void): () => void {
  const { store, card, commands } = ask;
  const timer = setTimeout(() => {
    onAnnounce();
    const isOpen = store.getState().phase === 'answering';
    if (isOpen && !card.current?.matches(':focus-within')) commands.announce(arrivalText(ask));
  }, LIVE_REGION_DELAY_MS);
  return () => clearTimeout(timer);
}
