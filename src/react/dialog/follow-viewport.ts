/**
 * Keeps a modal or dock in the visible part of its window while the keyboard of a phone covers the rest. The stylesheet
 * reads the two custom properties. Returns a function that stops it.
 */
export function followViewport(card: HTMLElement): (() => void) | undefined {
  const view = card.ownerDocument.defaultView;
  const viewport = view?.visualViewport;
  if (!viewport) return undefined;
  let frame = 0;
  let hiddenBefore = 0;
  let below = 0;
  const set = (side: 'top' | 'bottom', height: number) =>
    card.style.setProperty(`--ask-user-inset-${side}`, height >= 1 ? `${height}px` : null);
  const place = () => {
    frame = 0;
    const hidden = Math.max(0, view.innerHeight - viewport.height * viewport.scale);
    // Pinch zoom shows a part of the page, which does not change. The keyboard can still close.
    if (viewport.scale > 1 && hidden >= 1) return;
    const covered = Math.max(0, hidden - viewport.offsetTop);
    // A modal is at the window's edges. A dock is anywhere in the page, and moves up only as far as it is covered.
    below =
      card.dataset['presentation'] === 'modal'
        ? covered
        : Math.min(
            covered,
            Math.max(0, card.getBoundingClientRect().bottom + below - viewport.offsetTop - viewport.height),
          );
    set('top', hidden - below);
    set('bottom', below);
    if (hidden > hiddenBefore) card.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
    hiddenBefore = hidden;
  };
  const onChange = () => {
    frame ||= view.requestAnimationFrame(place);
  };
  viewport.addEventListener('resize', onChange);
  viewport.addEventListener('scroll', onChange);
  // The keyboard may be open when the card arrives.
  onChange();
  return () => {
    view.cancelAnimationFrame(frame);
    viewport.removeEventListener('resize', onChange);
    viewport.removeEventListener('scroll', onChange);
    set('top', 0);
    set('bottom', 0);
  };
}
