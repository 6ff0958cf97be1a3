import type { AskUserStore } from '../../core/flow/store.js';

function fit(field: HTMLElement): void {
  const { style } = field;
  style.blockSize = 'auto';
  // A hidden field has no height and is measured once it is shown. The limits of the stylesheet still apply.
  if (field.scrollHeight > 0) style.blockSize = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** Keeps each field of a card as high as its text, like `field-sizing: content`. */
export function growFields(card: HTMLElement, store: AskUserStore): () => void {
  let frame = 0;
  const fitAll = () => {
    frame = 0;
    for (const field of card.querySelectorAll<HTMLElement>('[data-ask-user="field"]')) fit(field);
  };
  // Wait for the next frame, so that React has rendered the change of the store.
  const request = () => {
    frame ||= requestAnimationFrame(fitAll);
  };
  request();
  const unsubscribe = store.subscribe(request);
  const widths = new ResizeObserver(request);
  widths.observe(card);
  return () => {
    unsubscribe();
    widths.disconnect();
    cancelAnimationFrame(frame);
  };
}
