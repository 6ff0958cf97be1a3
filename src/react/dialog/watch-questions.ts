import { flushSync } from 'react-dom';
import type { AskUserStore } from '../../core/flow/store.js';
import { keepTallest } from './keep-tallest.js';

/** Keeps the height of the element with the questions, and calls `onPrint` before the page is printed. */
export function watchQuestions(element: HTMLElement, store: AskUserStore, onPrint: () => void): () => void {
  const stop = keepOnceUsed(element, store);
  const view = element.ownerDocument.defaultView;
  const onBeforePrint = () => flushSync(onPrint);
  view?.addEventListener('beforeprint', onBeforePrint);
  return () => {
    view?.removeEventListener('beforeprint', onBeforePrint);
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
