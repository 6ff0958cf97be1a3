import { flushSync } from 'react-dom';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserContextValue } from './context.js';
import { onHidden } from '../engine/focus-after.js';
import { keepTallest } from './keep-tallest.js';

/**
 * Keeps the height of the element with the questions, scrolls to the tab of each question that is shown, moves focus
 * along if that hides the focused element, and calls `onPrint` before the page is printed. Returns a function that stops
 * it.
 */
export function watchQuestions(
  element: HTMLElement,
  { store, ids, engine }: AskUserContextValue,
  onPrint: () => void,
): () => void {
  const stop = keepOnceUsed(element, store);
  const follow = () => engine.follow(onHidden);
  // Drafts may have been restored before this code was loaded.
  follow();
  let { active } = store.getState();
  const unsubscribe = store.subscribe(() => {
    const { active: shown } = store.getState();
    if (shown === active) return;
    active = shown;
    // If the strip of tabs scrolls, the shown tab must be visible. jsdom does not implement `scrollIntoView`.
    const tab = element.querySelector(`[id="${ids('tab', active)}"]`);
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    // After the render, and after the move of an action.
    setTimeout(follow);
  }, null);
  const view = element.ownerDocument.defaultView;
  const onBeforePrint = () => flushSync(onPrint);
  view?.addEventListener('beforeprint', onBeforePrint);
  return () => {
    view?.removeEventListener('beforeprint', onBeforePrint);
    unsubscribe();
    stop();
  };
}

/**
 * Keeps the height from the first change or the first focus on. Until then nothing gets lower, and an earlier minimum
 * height would have the page laid out twice. The store calls this before React renders, so the height is that before
 * the change.
 */
function keepOnceUsed(element: HTMLElement, store: AskUserStore): () => void {
  let stop: (() => void) | undefined;
  const keep = () => {
    stop?.();
    stop = keepTallest(element);
  };
  const unsubscribe = store.subscribe(keep);
  element.addEventListener('focusin', keep);
  stop = () => {
    unsubscribe();
    element.removeEventListener('focusin', keep);
  };
  return () => stop?.();
}
