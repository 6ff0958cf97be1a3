import type { AskUserCardElement } from '../dialog/card-props.js';

/** Moves focus from a closed card to the next pending card, or else to the first one. */
export function focusOpenCard(closed: Element): void {
  const root = closed.getRootNode() as ParentNode;
  const cards = [
    ...root.querySelectorAll<AskUserCardElement>('[data-ask-user="card"]:not([data-phase="settled"], [data-blocking])'),
  ];
  const isAfter = (card: Element) => closed.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
  (cards.find(isAfter) ?? cards[0])?.focus({ byUser: true });
}

/** Focuses a composer as soon as the host shows it again, unless another element has focus. */
export function focusOnceShown(composer: HTMLElement): void {
  // jsdom has no layout and no `ResizeObserver`.
  if (typeof ResizeObserver === 'undefined') return;
  const page = composer.ownerDocument;
  const sizes = new ResizeObserver(() => {
    // Safari 16 has no `checkVisibility`.
    if (composer.getClientRects().length === 0) return;
    sizes.disconnect();
    if (page.activeElement === page.body) composer.focus();
  });
  sizes.observe(composer);
}
