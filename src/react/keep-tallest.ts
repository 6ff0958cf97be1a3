/**
 * Keeps an element with tabs as tall as it has ever been at its width, unless that is more than can be seen at once: what
 * follows then has no place to keep. Returns a function that stops it.
 */
export function keepTallest(element: HTMLElement): (() => void) | undefined {
  if (typeof ResizeObserver === 'undefined') return undefined;
  let width = 0;
  let tallest = 0;
  let frame = 0;
  /** In pixels; a dock is at most 60 % as high as the window, its buttons included. */
  const room = () => window.innerHeight * (element.closest('[data-presentation="dock"]') ? 0.5 : 0.9);
  const keep = (height: number) => {
    if (height > room()) return;
    tallest = height;
    element.style.minBlockSize = `${height}px`;
  };
  /** In a strip that has become narrower, the shown tab may be out of sight. Only the strip scrolls, and not the page. */
  const showTab = () => {
    const tab = element.querySelector('[role="tab"][aria-selected="true"]');
    const strip = tab?.closest('[role="tablist"]');
    if (!tab || !strip) return;
    const [inner, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
    strip.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
  };
  const again = () => {
    showTab();
    element.style.minBlockSize = '';
    // Not by its rectangle, which a host may have scaled.
    keep(Number.parseFloat(getComputedStyle(element).blockSize));
  };
  const sizes = new ResizeObserver((entries) => {
    const { inlineSize = 0, blockSize = 0 } = entries.at(-1)?.borderBoxSize[0] ?? {};
    // Hidden for a while, or a single question, of which nothing has to keep its place.
    if (inlineSize === 0 || !element.querySelector('[role="tablist"]')) return;
    const isOther = width > 0 && inlineSize !== width;
    width = inlineSize;
    // In a frame of its own: an observer that changes what it observes is an error of the page.
    if (isOther) {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(again);
    } else if (blockSize > tallest) keep(blockSize);
  });
  sizes.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
  };
}
