import { cdp } from 'vitest/browser';

/** The text being composed, underlined in the field: a real composition of the browser. */
export const compose = (text: string): Promise<unknown> =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** Ends the composition with this text. */
export const commit = (text: string): Promise<unknown> => cdp().send('Input.insertText', { text });

/** A key that the input method takes: 229, whatever it is; Windows calls it `Process`, macOS leaves it its name. */
export async function imeKey(code: string, key = 'Process'): Promise<void> {
  const own = { key, code, windowsVirtualKeyCode: 229, timestamp: Date.now() / 1000 };
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...own });
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...own });
}

/** What WebKit does: the composition ends before the key that ends it arrives, and nothing marks that key. */
export function endAsWebKit(target: Element, key: string, keyCode: number): KeyboardEvent {
  target.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  target.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  const down = new KeyboardEvent('keydown', { key, code: key, keyCode, bubbles: true, cancelable: true });
  target.dispatchEvent(down);
  return down;
}
