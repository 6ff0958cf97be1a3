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
