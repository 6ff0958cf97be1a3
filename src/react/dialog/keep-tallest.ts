const UNKEPT = '[data-review][data-state="active"], [data-ask-user="question-list"]';
const ASK_BACK = '[data-ask-user="ask-back"] textarea';
const TABS = '[role="tablist"], [data-ask-user="list-button"]';

/**
 * Keeps an element with tabs as tall as its questions have been at its width, so that the elements below it do not
 * move. Once the user closes the field for a question to the agent, its height is no longer kept. Ignores Review, an open
 * list of questions, and heights above 90 % of the window, or 50 % in a dock. Returns a function that stops it.
 */
export function keepTallest(element: HTMLElement): (() => void) | undefined {
  if (typeof ResizeObserver === 'undefined') return undefined;
  let width = 0;
  let tallest = 0;
  /** The tallest without an open field for a question to the agent. */
  let closed = 0;
  let frame = 0;
  let closing = 0;
  const maxHeight = () =>
    (element.ownerDocument.defaultView?.innerHeight ?? 0) * (element.closest('[data-presentation="dock"]') ? 0.5 : 0.9);
  const setMinHeight = (height: number) => {
    if (height > maxHeight() || element.querySelector(UNKEPT)) return;
    tallest = height;
    if (!element.querySelector(ASK_BACK)) closed = height;
    element.style.minBlockSize = `${height}px`;
  };
  /** Scrolls a strip of tabs to the shown tab, which a narrower width may have hidden. Does not scroll the page. */
  const showTab = () => {
    const tab = element.querySelector('[role="tab"][aria-selected="true"]');
    const strip = tab?.closest('[role="tablist"]');
    if (!tab || !strip) return;
    const [inner, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
    strip.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
  };
  // The computed size, because the host may have scaled the element's rectangle. It is `auto` while the element is hidden.
  const measure = () => setMinHeight(Number.parseFloat(getComputedStyle(element).blockSize) || 0);
  const measureAgain = () => {
    showTab();
    element.style.minBlockSize = '';
    tallest = 0;
    closed = 0;
    measure();
  };
  /** Escape has closed the field, once React has rendered that. What is taller than this is then measured again. */
  const onCancel = () => {
    closing = requestAnimationFrame(() => {
      if (!element.querySelector(ASK_BACK)) setMinHeight(closed);
    });
  };
  const sizes = new ResizeObserver((entries) => {
    const { inlineSize = 0, blockSize = 0 } = entries.at(-1)?.borderBoxSize[0] ?? {};
    // The element is hidden or has no tabs.
    if (inlineSize === 0 || !element.querySelector(TABS)) return;
    const isResized = width > 0 && inlineSize !== width;
    width = inlineSize;
    // Wait for the next frame: an observer that resizes its element causes an `error` event on the window.
    if (isResized) {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measureAgain);
    } else if (blockSize > tallest) setMinHeight(blockSize);
  });
  if (element.querySelector(TABS)) measure();
  sizes.observe(element);
  element.addEventListener('cancel', onCancel, true);
  return () => {
    element.removeEventListener('cancel', onCancel, true);
    cancelAnimationFrame(frame);
    cancelAnimationFrame(closing);
    sizes.disconnect();
  };
}
