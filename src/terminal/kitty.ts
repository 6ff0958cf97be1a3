import type { Key } from './key.js';

/** Bits of the modifiers. A terminal sends their sum plus 1. */
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER_HYPER = 8 + 16;
const META = 32;
const CAPS_LOCK = 64;

export interface Modifiers {
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  /** Whether Super or Hyper is pressed: a shortcut of the window manager, which types nothing. */
  readonly system: boolean;
  readonly capsLock: boolean;
  readonly released: boolean;
}

/** Parses the parameter `modifiers:event`. Event 3 is a key release. */
export function parseModifiers(parameter = ''): Modifiers {
  const [sum = '', event] = parameter.split(':');
  const bits = Math.max(0, Number(sum || 1) - 1);
  const has = (mask: number) => (bits & mask) !== 0;
  return {
    shift: has(SHIFT),
    ctrl: has(CTRL),
    meta: has(ALT | META),
    system: has(SUPER_HYPER),
    capsLock: has(CAPS_LOCK),
    released: event === '3',
  };
}

/** Names of keys that type no text, by their number in Kitty's protocol. Those from 57414 on are on the keypad. */
const NAMED: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'return',
  27: 'escape',
  127: 'backspace',
  57414: 'return',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57426: 'delete',
};

/** The characters of the keypad, from number 57399 on. Enter is among them. */
const KEYPAD_FROM = 57399;
const KEYPAD = '0123456789./*-+\r=,';

/** Whether a number is in the protocol's range of functional keys, such as media keys and single modifiers. */
const isFunctional = (code: number): boolean => code >= 57344 && code <= 63743;

/** Keys that Ctrl with one of these characters produces in terminals without the protocol. */
const CONTROL_NAMES: Readonly<Record<string, string>> = { i: 'tab', j: 'enter', m: 'return', '[': 'escape' };

const charOf = (code: number): string => {
  const valid = Number.isInteger(code) && code >= 32 && code <= 0x10ffff && code !== 127;
  return valid && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
};

const nameOf = (char: string): string | undefined =>
  char === ' ' ? 'space' : /^[\da-z]$/i.test(char) ? char.toLowerCase() : undefined;

/**
 * Returns the text that a key types: the text that the terminal sent, or the key's character with Shift and Caps Lock.
 * Returns an empty string if the key types nothing.
 */
function textOf(code: number, shifted: number, sent: string, { shift, capsLock }: Modifiers): string {
  if (sent !== '') return sent;
  if (code >= KEYPAD_FROM && code < KEYPAD_FROM + KEYPAD.length) return KEYPAD[code - KEYPAD_FROM] ?? '';
  if (isFunctional(code)) return '';
  if (shift && shifted > 0) return charOf(shifted);
  const char = charOf(code);
  const upper = /^\p{L}$/u.test(char) && shift !== capsLock ? char.toUpperCase() : char;
  return upper.length === char.length ? upper : char;
}

/**
 * Returns the key of `CSI number:shifted:base ; modifiers:event ; text u`, or `undefined` for a key release and for a
 * key without an effect here.
 *
 * Source: Kitty's keyboard protocol, https://sw.kovidgoyal.net/kitty/keyboard-protocol/.
 */
export function kittyKey(parameters: readonly string[], raw: string): Key | undefined {
  const [codes = '', modifierText, texts = ''] = parameters;
  const [code = 0, shifted = 0, base = 0] = codes.split(':').map(Number);
  const modifiers = parseModifiers(modifierText);
  const { ctrl, meta, shift, system, released } = modifiers;
  if (released || system) return undefined;
  const named = NAMED[code];
  // In a field, Shift+Enter inserts a new line, as Ctrl+J does.
  if (named !== undefined) {
    return { name: named === 'return' && shift ? 'enter' : named, sequence: raw, ctrl, meta, shift };
  }
  const sent = texts.split(':').filter(Boolean).map(Number).map(charOf).join('');
  const text = textOf(code, shifted, sent, modifiers);
  if (text === '') return undefined;
  if (!ctrl && !meta) return { name: nameOf(text), sequence: text, ctrl, meta, shift };
  // Ctrl+Shift+C and similar keys are commands of the terminal.
  if (ctrl && shift) return undefined;
  // Name the shortcut of a character outside of ASCII after the key of an English keyboard.
  const letter = charOf(code < 128 || base === 0 ? code : base);
  const control = ctrl && !meta ? CONTROL_NAMES[letter] : undefined;
  if (control !== undefined) return { name: control, sequence: raw, ctrl: false, meta, shift };
  return { name: nameOf(letter), sequence: raw, ctrl, meta, shift };
}
