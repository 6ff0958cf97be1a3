import { cdp } from 'vitest/browser';

/** `[code, keyCode, text]` of the keys that type no letter. */
const NAMED: Readonly<Record<string, readonly [code: string, keyCode: number, text?: string]>> = {
  Enter: ['Enter', 13, '\r'],
  Escape: ['Escape', 27],
  Tab: ['Tab', 9],
  Backspace: ['Backspace', 8],
  ' ': ['Space', 32, ' '],
  PageUp: ['PageUp', 33],
  PageDown: ['PageDown', 34],
  End: ['End', 35],
  Home: ['Home', 36],
  ArrowLeft: ['ArrowLeft', 37],
  ArrowUp: ['ArrowUp', 38],
  ArrowRight: ['ArrowRight', 39],
  ArrowDown: ['ArrowDown', 40],
  Shift: ['ShiftLeft', 16],
};

/** For what is asynchronous, on a busy machine too. */
export const SOON = { timeout: 15_000 };

export interface KeyOptions {
  alt?: boolean;
  ctrl?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** Where the key is not the one a US keyboard types the character with. */
  code?: string;
  keyCode?: number;
  keypad?: boolean;
  /** A later press, without waiting for it: moves the event's own time. */
  laterMs?: number;
}

/** Pressed as soon as the last key, however long this machine has taken since. */
export const QUICK = { laterMs: -2000 };

type EventType = 'keyDown' | 'rawKeyDown' | 'keyUp';

function send(type: EventType, key: string, options: KeyOptions, repeat: boolean): Promise<unknown> {
  const { alt, ctrl, meta, shift, laterMs = 0 } = options;
  const named = /^\d$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  const [code, keyCode, text] = NAMED[key] ?? ([named, named && key.toUpperCase().charCodeAt(0), key] as const);
  const modifiers = Number(alt ?? 0) + 2 * Number(ctrl ?? 0) + 4 * Number(meta ?? 0) + 8 * Number(shift ?? 0);
  const types = type === 'keyDown' && text !== undefined && !alt && !ctrl && !meta;
  return cdp().send('Input.dispatchKeyEvent', {
    type: type === 'keyDown' && !types ? 'rawKeyDown' : type,
    key,
    code: options.code ?? code,
    windowsVirtualKeyCode: options.keyCode ?? (keyCode || 0),
    ...(types && { text }),
    modifiers,
    autoRepeat: repeat,
    isKeypad: options.keypad ?? false,
    timestamp: (Date.now() + laterMs) / 1000,
  });
}

/** Real presses through the browser: trusted events with all their default actions. */
export const keyDown = (key: string, options: KeyOptions = {}): Promise<unknown> =>
  send('keyDown', key, options, false);

export const keyUp = (key: string, options: KeyOptions = {}): Promise<unknown> => send('keyUp', key, options, false);

export async function press(key: string, options: KeyOptions = {}): Promise<void> {
  await keyDown(key, options);
  await keyUp(key, options);
}

export async function pressEach(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await press(key);
}

/** The same key again and again in one moment, without waiting for its effect; with `QUICK`, in the moment of the key before. */
export async function pressFast(key: string, times: number, { laterMs = 0 }: KeyOptions = {}): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const at = Date.now() + laterMs;
  for (let i = 0; i < times; i++) {
    const moment = { laterMs: at - Date.now() };
    sent.push(keyDown(key, moment), keyUp(key, moment));
  }
  await Promise.all(sent);
}

/** Down, and `repeats` auto-repeats; still down afterwards. */
export async function hold(key: string, repeats: number, options: KeyOptions = {}): Promise<void> {
  await keyDown(key, options);
  for (let i = 0; i < repeats; i++) await send('keyDown', key, options, true);
}

/** One auto-repeat of a key that is down. */
export const repeatKey = (key: string, options: KeyOptions = {}): Promise<unknown> =>
  send('keyDown', key, options, true);

/** Letter by letter, as from a keyboard. */
export async function typeKeys(text: string): Promise<void> {
  for (const char of text) await press(char === '\n' ? 'Enter' : char);
}

/** Puts a text in a field in place of what is there, as pasting does. */
export async function fill(field: HTMLTextAreaElement, text: string): Promise<void> {
  field.focus();
  field.select();
  if (text) await cdp().send('Input.insertText', { text });
  else await press('Backspace');
}

/** Down and up in one task: what on-screen keyboards and speech software send. Not trusted, so no default actions. */
export function strike(target: Element, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const [code = '', keyCode = 0] = NAMED[key] ?? [];
  const own = { key, code, keyCode, bubbles: true, cancelable: true, composed: true, ...init };
  const down = new KeyboardEvent('keydown', own);
  target.dispatchEvent(down);
  target.dispatchEvent(new KeyboardEvent('keyup', own));
  return down;
}
