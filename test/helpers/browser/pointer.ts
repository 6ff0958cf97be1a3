import { cdp } from 'vitest/browser';

/** Runs with a finger as the pointer: `(pointer: coarse)`. */
export async function withTouch(run: () => Promise<void>): Promise<void> {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await run();
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

/** Drags the mouse over an element's first line of text, from one part of its width to another. */
export async function drag(element: Element, from: number, to: number): Promise<void> {
  const range = document.createRange();
  range.selectNodeContents(element);
  const line = range.getClientRects()[0] ?? element.getBoundingClientRect();
  // The tests' own frame is somewhere on the page that the browser sends its events to, and scaled to fit there.
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0, width: innerWidth };
  const scale = frame.width / innerWidth;
  const y = frame.y + scale * (line.y + line.height / 2);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', part: number, buttons: number) =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      x: frame.x + scale * (line.x + part * line.width),
      y,
      button: 'left',
      buttons,
      clickCount: 1,
    });
  await send('mousePressed', from, 1);
  for (const step of [0.25, 0.5, 0.75, 1]) await send('mouseMoved', from + step * (to - from), 1);
  await send('mouseReleased', to, 0);
}
