import { useState, type RefObject } from 'react';
import type { QuestionContextValue } from '../context.js';
import { customOf } from './use-draft.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/**
 * Keeps a text area at the question's custom text without rendering it, so that a key commits nothing: the element shows
 * what the user types by itself. Another text comes from a restored draft, or from the host's `stateReducer`.
 *
 * @returns the element's `defaultValue`, and what to call after each input: a host that refuses a text changes nothing,
 * and nobody is notified.
 */
export function useEnteredText(
  ask: QuestionContextValue,
  element: RefObject<HTMLTextAreaElement | null>,
): [first: string, update: () => void] {
  const { store, intents, question } = ask;
  const [first] = useState(() => customOf(ask));
  const update = () => {
    const { current } = element;
    // Writing moves the caret and ends the native undo history.
    if (current && current.value !== customOf(ask)) current.value = customOf(ask);
  };
  useIsomorphicLayoutEffect(() => {
    const { value = first } = element.current ?? {};
    // Typed into a server's HTML, before there was anybody to hear of it.
    if (value !== first && customOf(ask) === first) intents.setCustom(question.id, value);
    // Once: what the element has later on is the store's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // After each render: there are few.
  useIsomorphicLayoutEffect(() => {
    update();
    return store.subscribe(update, question.id);
  });
  return [first, update];
}
