import type { AskUserContextValue } from '../dialog/context.js';
import { excerpt } from '../../core/clean.js';
import { questionText } from '../../messages/labels.js';

/** Time in milliseconds. Screen readers may not read a live region that was just mounted. */
const LIVE_REGION_DELAY_MS = 300;

export function arrivalText({ store, messages, card, ids }: AskUserContextValue): string {
  const { questions } = store.getState().request;
  // If the first question is mounted, use its text in the card, which `renderText` may have changed.
  const rendered = card.current?.querySelector(`[id="${ids('text', 0)}"]`)?.textContent;
  const first = excerpt(rendered || questionText(questions[0] ?? { question: '' }, 0, messages));
  return messages.arrived(messages.asker, first, questions.length);
}

/** Whether the user can answer the request, and focus is outside its card. */
export const needsAnnouncement = ({ store, card }: AskUserContextValue): boolean =>
  store.getState().phase === 'answering' && !card.current?.matches(':focus-within');

/**
 * After `LIVE_REGION_DELAY_MS`, announces the request if that is needed. Calls `onAnnounce` first, with or without an
 * announcement. Returns a function that cancels both until then.
 */
export function announceArrival(ask: AskUserContextValue, onAnnounce: () => void): () => void {
  const timer = setTimeout(() => {
    onAnnounce();
    if (needsAnnouncement(ask)) ask.commands.announce(arrivalText(ask));
  }, LIVE_REGION_DELAY_MS);
  return () => clearTimeout(timer);
}
