import { expect } from 'vitest';
import { cdp } from 'vitest/browser';
import type { MouseStroke } from '../../engines/strokes.js';
import { inChromium, sendMouse } from './input.js';
import { SOON } from './keys.js';
import { inSight } from './sight.js';

/** Runs with a finger as the pointer: `(pointer: coarse)`. */
export async function withTouch(run: () => Promise<void>): Promise<void> {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await run();
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

/** The point of the browser's whole page at a point of an element's window. */
export function inPage(element: Element, point: { x: number; y: number }): { x: number; y: number } {
  let at = point;
  // The browser takes points of its whole page: the tests' own frame is somewhere on it, and scaled to fit there.
  for (let view = element.ownerDocument.defaultView; view?.frameElement; view = view.parent as typeof view) {
    const frame = view.frameElement.getBoundingClientRect();
    const { clientLeft, clientTop, offsetWidth } = view.frameElement as HTMLElement;
    const scale = frame.width / offsetWidth;
    at = { x: frame.x + scale * (clientLeft + at.x), y: frame.y + scale * (clientTop + at.y) };
  }
  return at;
}

/** The mouse at a point of an element's window. */
export const mouseAt = (
  element: Element,
  x: number,
  y: number,
  ...types: readonly MouseStroke['type'][]
): Promise<void> => sendMouse(...types.map((type) => ({ type, ...inPage(element, { x, y }) })));

/** Pixels beside the middle: WebKit takes two clicks at one point within a second for a double click, which Chromium is told not to. */
let beside = inChromium ? 0 : 4;

/** In WebKit, a script makes a field as high as its text in a later frame, which moves what is below it. */
async function isStill(element: Element): Promise<void> {
  for (let before = -1, top = 0; before !== top; top = element.getBoundingClientRect().top) {
    before = element.getBoundingClientRect().top;
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
  }
}

/** A click of the mouse in the middle of an element, once that is in sight; another element that gets it is an error. */
export async function mouseClick(element: Element): Promise<void> {
  if (!inChromium) await isStill(element);
  if (!inSight(element)) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await expect.poll(() => inSight(element), SOON).toBe(true);
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  let hit = false;
  const check = (event: Event) => (hit = event.composedPath().includes(element));
  const page = element.ownerDocument;
  page.addEventListener('pointerdown', check, { capture: true, once: true });
  beside = -beside;
  await mouseAt(element, left + width / 2 + beside, top + height / 2, 'move', 'down', 'up');
  page.removeEventListener('pointerdown', check, { capture: true });
  if (!hit) throw new Error('Another element than the one to be clicked was under the mouse.');
}

/** A click of the mouse at a point of an element's window, whatever is there. */
export const mouseClickAt = (element: Element, x: number, y: number): Promise<void> =>
  mouseAt(element, x, y, 'down', 'up');

/** Drags the mouse over an element's first line of text, from one part of its width to another. */
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

/** Two quick taps of a finger on the middle of an element. Needs `withTouch`. */
export async function doubleTap(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const touch = { x: left + width / 2, y: top + height / 2 };
  const tap = async (type: 'touchStart' | 'touchEnd') =>
    cdp().send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [inPage(element, touch)] : [],
    });
  for (const type of ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const) await tap(type);
}
