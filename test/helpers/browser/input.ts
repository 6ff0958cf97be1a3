import { commands, server } from 'vitest/browser';
import type { KeyStroke, MouseStroke } from '../../engines/strokes.js';

/** Chromium’s protocol accepts the time of an event and the code of a key. WebDriver accepts neither. */
export const inChromium = server.browser === 'chromium';

let forget = () => {};

/** Shifts the time of the next key events, as the page and its frames see it. */
function shiftTime(events: number, by: number): void {
  forget();
  let left = events;
  const shift = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + by });
    if (--left <= 0) forget();
  };
  const views = [window, ...Array.from({ length: window.length }, (_, index) => window[index]!)];
  const each = (change: 'addEventListener' | 'removeEventListener') => {
    for (const view of views) for (const type of ['keydown', 'keyup']) view[change](type, shift, { capture: true });
  };
  each('addEventListener');
  forget = () => {
    each('removeEventListener');
    forget = () => {};
  };
}

/** Sends real keys through the browser’s driver. `laterMs` is for drivers that accept no event time. */
export async function sendKeys(strokes: readonly KeyStroke[], laterMs: number): Promise<void> {
  if (!inChromium && laterMs !== 0) shiftTime(strokes.length, laterMs);
  await commands.sendKeys(strokes);
}

/** Sends mouse events at points of the whole browser page. */
export const sendMouse = (...strokes: readonly MouseStroke[]): Promise<void> => commands.sendMouse(strokes);
