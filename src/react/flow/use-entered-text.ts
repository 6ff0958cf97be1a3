import { useState, type RefObject } from 'react';
import type { QuestionContextValue } from '../dialog/context.js';
import { customOf } from './use-draft.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/**
 * Keeps a text area equal to the question's custom text without rendering it, so that a key press causes no commit. The
 * element shows what the user types by itself. Other text comes from a restored draft or from the host's
 * `stateReducer`.
 *
 * @returns The element's `defaultValue`, and a function to call after each input. It resets the element if the host
 * refused the text, because a refused change notifies no subscriber.
 */
export function useEnteredText(
  ask: QuestionContextValue,
  element: RefObject<HTMLTextAreaElement | null>,
): [first: string, update: () => void] {
  const { store, intents, question } = ask;
  const [first] = useState(() => customOf(ask));
  const update = () => {
    const { current } = element;
    // An assignment moves the caret and clears the browser's undo history.
    if (current && current.value !== customOf(ask)) current.value = customOf(ask);
  };
  useIsomorphicLayoutEffect(() => {
    const { value = first } = element.current ?? {};
    // The user typed into server-rendered HTML before hydration.
    if (value !== first && customOf(ask) === first) intents.setCustom(question.id, value);
    // Run once: after hydration, the store has the text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // Runs after every render, which is rare.
  useIsomorphicLayoutEffect(() => {
    update();
    return store.subscribe(update, question.id);
  });
  return [first, update];
}
