import { cdp } from 'vitest/browser';

/** Sets the underlined text of a real composition in the browser. */
export const compose = (text: string): Promise<unknown> =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** Ends the composition with this text. */
export const commit = (text: string): Promise<unknown> => cdp().send('Input.insertText', { text });

/** Sends a key that the input method handles. Its key code is 229. Windows names it `Process`, macOS keeps its name. */
export async function imeKey(code: string, key = 'Process'): Promise<void> {
  const own = { key, code, windowsVirtualKeyCode: 229, timestamp: Date.now() / 1000 };
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...own });
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...own });
}

/** Ends a composition as WebKit does: before the key that ends it, which nothing marks. */
export function endAsWebKit(target: Element, key: string, keyCode: number): KeyboardEvent {
  target.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  target.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  const down = new KeyboardEvent('keydown', { key, code: key, keyCode, bubbles: true, cancelable: true });
  target.dispatchEvent(down);
  return down;
}
