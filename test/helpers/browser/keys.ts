import type { KeyStroke, Modifier } from '../../engines/strokes.js';
import { inChromium, sendKeys } from './input.js';
import { cdp } from 'vitest/browser';

/** `[code, keyCode, text]` of keys that type no letter. */
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

/** Timeout for asynchronous changes, also on a busy machine. */
export const SOON = { timeout: 15_000 };

export interface KeyOptions {
  alt?: boolean;
  ctrl?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** Code of the key, if a US keyboard types the character with another one. */
  code?: string;
  keyCode?: number;
  keypad?: boolean;
  /** Shifts the time of the event by this many milliseconds, without waiting. */
  laterMs?: number;
}

/** A press right after the last key, no matter how long the machine has taken since. */
export const QUICK = { laterMs: -2000 };

function stroke(type: KeyStroke['type'], key: string, options: KeyOptions, repeat = false): KeyStroke {
  const { alt, ctrl, meta, shift, laterMs = 0, keypad = false } = options;
  const named = /^\d$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  const [code, keyCode, text] = NAMED[key] ?? ([named, named && key.toUpperCase().charCodeAt(0), key] as const);
  const held: Readonly<Record<Modifier, boolean | undefined>> = { Alt: alt, Control: ctrl, Meta: meta, Shift: shift };
  return {
    ...{ type, key, repeat, keypad, at: Date.now() + laterMs },
    code: options.code ?? code,
    keyCode: options.keyCode ?? (keyCode || 0),
    ...(text !== undefined && { text }),
    modifiers: (Object.keys(held) as Modifier[]).filter((name) => held[name]),
  };
}

/** Real presses through the browser: trusted events with all their default actions. */
export const keyDown = (key: string, options: KeyOptions = {}): Promise<void> =>
  sendKeys([stroke('down', key, options)], options.laterMs ?? 0);

export const keyUp = (key: string, options: KeyOptions = {}): Promise<void> =>
  sendKeys([stroke('up', key, options)], options.laterMs ?? 0);

export async function press(key: string, options: KeyOptions = {}): Promise<void> {
  await keyDown(key, options);
  await keyUp(key, options);
}

export async function pressEach(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await press(key);
}

/** Presses a key several times without waiting for the effects. With `QUICK`, at the time of the previous key. */
export async function pressFast(key: string, times: number, options: KeyOptions = {}): Promise<void> {
  const both = [stroke('down', key, options), stroke('up', key, options)];
  await sendKeys(Array.from({ length: times }, () => both).flat(), options.laterMs ?? 0);
}

/** Presses a key and repeats it `repeats` times. The key stays down. */
export async function hold(key: string, repeats: number, options: KeyOptions = {}): Promise<void> {
  await keyDown(key, options);
  for (let i = 0; i < repeats; i++) await repeatKey(key, options);
}

/** One auto-repeat of a key that is down. */
export const repeatKey = (key: string, options: KeyOptions = {}): Promise<void> =>
  sendKeys([stroke('down', key, options, true)], options.laterMs ?? 0);

/** Types letter by letter, as from a keyboard. */
export async function typeKeys(text: string): Promise<void> {
  for (const char of text) await press(char === '\n' ? 'Enter' : char);
}

/** Replaces the text of a field, as pasting does. */
export async function fill(field: HTMLTextAreaElement, text: string): Promise<void> {
  field.focus();
  field.select();
  if (text) await insertText(text);
  else await press('Backspace');
}

/** Types or pastes text with one trusted input event. */
export async function insertText(text: string): Promise<void> {
  if (inChromium) await cdp().send('Input.insertText', { text });
  else document.execCommand('insertText', false, text);
}

/**
 * Dispatches keydown and keyup in one task, as on-screen keyboards and speech software do. The events are not trusted,
 * so they have no default actions.
 */
export function strike(target: Element, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const [code = '', keyCode = 0] = NAMED[key] ?? [];
  const own = { key, code, keyCode, bubbles: true, cancelable: true, composed: true, ...init };
  const down = new KeyboardEvent('keydown', own);
  target.dispatchEvent(down);
  target.dispatchEvent(new KeyboardEvent('keyup', own));
  return down;
}
