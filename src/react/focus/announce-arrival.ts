import type { AskUserContextValue } from '../dialog/context.js';
import { excerpt } from '../../core/clean.js';
import { questionText } from '../../messages/labels.js';

/** Time in milliseconds. Screen readers may not read a live region that was just mounted. */
const LIVE_REGION_DELAY_MS = 300;

/**
 * Returns `undefined` if the request cannot be answered now, or the user knows about it: a modal moves focus itself, and
 * focus may be in the card.
 */
export function arrivalText({ store, messages, card, ids, presentation }: AskUserContextValue): string | undefined {
  const { phase, request } = store.getState();
  const isKnown = presentation === 'modal' || card.current?.matches(':focus-within');
  if (phase !== 'answering' || isKnown) return undefined;
  const { questions } = request;
  // If the first question is mounted, use its text in the card, which `renderText` may have changed.
  const rendered = card.current?.querySelector(`[id="${ids('text', 0)}"]`)?.textContent;
  const first = excerpt(rendered || questionText(questions[0] ?? { question: '' }, 0, messages));
  return messages.arrived(messages.asker, first, questions.length);
}

/** Announces the request after `LIVE_REGION_DELAY_MS`, if that is still needed. Returns a function that cancels this. */
export function announceArrival(ask: AskUserContextValue): () => void {
  const timer = setTimeout(() => {
    const text = arrivalText(ask);
    if (text !== undefined) ask.engine.announce(text);
  }, LIVE_REGION_DELAY_MS);
  return () => clearTimeout(timer);
}
