import { commands, server } from 'vitest/browser';
import type { KeyStroke, MouseStroke } from '../../engines/strokes.js';

/** Chromium’s protocol takes the time of an event and the code of a key; WebDriver takes neither. */
export const inChromium = server.browser === 'chromium';

let forget = () => {};

/** Moves the time of the next events of these keys, as far as the page sees it. */
function shiftTime(events: number, by: number): void {
  forget();
  let left = events;
  const shift = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + by });
    if (--left <= 0) forget();
  };
  const types = ['keydown', 'keyup'];
  for (const type of types) window.addEventListener(type, shift, { capture: true });
  forget = () => {
    for (const type of types) window.removeEventListener(type, shift, { capture: true });
    forget = () => {};
  };
}

/** Real keys through the browser’s driver. `laterMs` is for drivers that take no time of an event. */
export async function sendKeys(strokes: readonly KeyStroke[], laterMs: number): Promise<void> {
  if (!inChromium && laterMs !== 0) shiftTime(strokes.length, laterMs);
  await commands.sendKeys(strokes);
}

/** The mouse, at points of the browser’s whole page. */
export const sendMouse = (...strokes: readonly MouseStroke[]): Promise<void> => commands.sendMouse(strokes);
