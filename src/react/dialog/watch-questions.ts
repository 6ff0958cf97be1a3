import { flushSync } from 'react-dom';
import { keepTallest } from './keep-tallest.js';

/** Keeps the height of the element with the questions, and calls `onPrint` before the page is printed. */
export function watchQuestions(element: HTMLElement, onPrint: () => void): () => void {
  const stop = keepTallest(element);
  const view = element.ownerDocument.defaultView;
  const onBeforePrint = () => flushSync(onPrint);
  view?.addEventListener('beforeprint', onBeforePrint);
  return () => {
    view?.removeEventListener('beforeprint', onBeforePrint);
    stop?.();
  };
}
