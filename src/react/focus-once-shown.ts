import type { AskUserCardElement } from './card-element.js';

/** Takes the focus from a card that is closed to the next one that waits for an answer, else to the first. */
export function focusOpenCard(closed: Element): void {
  const root = closed.getRootNode() as ParentNode;
  const cards = [...root.querySelectorAll<AskUserCardElement>('[data-ask-user="card"]:not([data-phase="settled"])')];
  const isAfter = (card: Element) => closed.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
  (cards.find(isAfter) ?? cards[0])?.focus({ byUser: true });
}

/** Gives the focus to a composer as soon as the host shows it again, unless something else has it by then. */
export function focusOnceShown(composer: HTMLElement): void {
  // Where there is no layout, nothing is known of it: hosts test in jsdom.
  if (typeof ResizeObserver === 'undefined') return;
  const page = composer.ownerDocument;
  const sizes = new ResizeObserver(() => {
    if (!composer.checkVisibility()) return;
    sizes.disconnect();
    if (page.activeElement === page.body) composer.focus();
  });
  sizes.observe(composer);
}
