import type { Space } from './host-context.js';

/**
 * Reports the height of the card to the host: at most once a frame, only if it has changed, and not while there is no
 * card. The card is as wide as the host lets it be.
 */
export function watchSize(card: HTMLElement, getSpace: () => Space, send: (height: number) => void): void {
  let sent = 0;
  let isPlanned = false;
  const report = () => {
    isPlanned = false;
    const { isFixed, maxHeight = Infinity } = getSpace();
    const height = Math.min(Math.ceil(card.getBoundingClientRect().height), maxHeight);
    if (isFixed || card.firstElementChild === null || height === sent) return;
    sent = height;
    send(height);
  };
  const plan = () => {
    if (!isPlanned) requestAnimationFrame(report);
    isPlanned = true;
  };
  new ResizeObserver(plan).observe(card);
}
