import { expect } from 'vitest';
import { cdp } from 'vitest/browser';
import type { MouseStroke } from '../../engines/strokes.js';
import { inChromium, sendMouse } from './input.js';
import { SOON } from './keys.js';
import { inSight } from './sight.js';

/** Runs with touch as the pointer: `(pointer: coarse)`. */
export async function withTouch(run: () => Promise<void>): Promise<void> {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await run();
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

/** Converts a point of an element's window to a point of the whole browser page. */
export function inPage(element: Element, point: { x: number; y: number }): { x: number; y: number } {
  let at = point;
  // Drivers expect points of the whole page. The frame of the tests is offset in it, and scaled to fit.
  for (let view = element.ownerDocument.defaultView; view?.frameElement; view = view.parent as typeof view) {
    const frame = view.frameElement.getBoundingClientRect();
    const { clientLeft, clientTop, offsetWidth } = view.frameElement as HTMLElement;
    const scale = frame.width / offsetWidth;
    at = { x: frame.x + scale * (clientLeft + at.x), y: frame.y + scale * (clientTop + at.y) };
  }
  return at;
}

/** Sends mouse events at a point of an element's window. */
export const mouseAt = (
  element: Element,
  x: number,
  y: number,
  ...types: readonly MouseStroke['type'][]
): Promise<void> => sendMouse(...types.map((type) => ({ type, ...inPage(element, { x, y }) })));

/**
 * Distance from the center, in pixels. WebKit takes two clicks at one point within 1 s for a double click. Chromium
 * receives a click count.
 */
const BESIDE = inChromium ? 0 : 4;
let lastX = NaN;

/** Waits for what React has scheduled, which it also passes through a channel. */
const rendered = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });

/**
 * Waits until an element does not move. In WebKit, a script fits a field to its text in a later frame, which moves what
 * is below it. On a busy machine, several frames can pass before a scheduled render.
 */
async function isStill(element: Element): Promise<void> {
  for (let before = -1, top = 0; before !== top; top = element.getBoundingClientRect().top) {
    before = element.getBoundingClientRect().top;
    for (const _ of [1, 2, 3]) {
      await new Promise(requestAnimationFrame);
      await rendered();
    }
  }
}

/** Clicks the center of an element once it is in sight. Throws if another element receives the click. */
export async function mouseClick(element: Element): Promise<void> {
  if (!inChromium) await isStill(element);
  if (!inSight(element)) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await expect.poll(() => inSight(element), SOON).toBe(true);
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  let hit: EventTarget | undefined;
  const check = (event: Event) => {
    const path = event.composedPath();
    hit = path.includes(element) ? element : path[0];
  };
  const page = element.ownerDocument;
  page.addEventListener('pointerdown', check, { capture: true, once: true });
  const x = left + width / 2;
  // Another point than that of the last click, which may have been on a wider button.
  lastX = Math.abs(x + BESIDE - lastX) > 2 ? x + BESIDE : x - BESIDE;
  await mouseAt(element, lastX, top + height / 2, 'move', 'down', 'up');
  page.removeEventListener('pointerdown', check, { capture: true });
  if (hit !== element) throw new Error(`The mouse was over ${describe(hit)}, not over ${describe(element)}.`);
}

const describe = (target: EventTarget | undefined): string =>
  target instanceof Element ? `${target.localName} “${target.textContent.slice(0, 40)}”` : 'nothing';

/** Clicks at a point of an element's window, on any element. */
export const mouseClickAt = (element: Element, x: number, y: number): Promise<void> =>
  mouseAt(element, x, y, 'down', 'up');

/** Drags the mouse over the first line of an element's text, between two fractions of its width. */
export async function drag(element: Element, from: number, to: number): Promise<void> {
  const range = document.createRange();
  range.selectNodeContents(element);
  const line = range.getClientRects()[0] ?? element.getBoundingClientRect();
  const send = (type: MouseStroke['type'], part: number) =>
    mouseAt(element, line.x + part * line.width, line.y + line.height / 2, type);
  await send('down', from);
  for (const step of [0.25, 0.5, 0.75, 1]) await send('move', from + step * (to - from));
  await send('up', to);
}

/** Taps the center of an element twice within 150 ms, no matter how long the machine takes. Needs `withTouch`. */
export async function doubleTap(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const touch = { x: left + width / 2, y: top + height / 2 };
  const start = Date.now();
  for (const [i, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries()) {
    await cdp().send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [inPage(element, touch)] : [],
      timestamp: (start + 50 * i) / 1000,
    });
  }
}
