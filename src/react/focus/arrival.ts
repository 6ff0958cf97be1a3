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

/** Whether the user may not know about the request yet, and can answer it. */
export const needsAnnouncement = ({ store, card }: AskUserContextValue): boolean =>
  store.getState().phase === 'answering' && !card.current?.matches(':focus-within');

/** Calls `onAnnounce` when the announcement can no longer be cancelled. Returns a function that cancels it. */
export function announceArrival(ask: AskUserContextValue, onAnnounce: () => void): () => void {
  const timer = setTimeout(() => {
    onAnnounce();
    if (needsAnnouncement(ask)) ask.commands.announce(arrivalText(ask));
  }, LIVE_REGION_DELAY_MS);
  return () => clearTimeout(timer);
}
