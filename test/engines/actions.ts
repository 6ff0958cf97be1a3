import type { KeyStroke, Modifier, MouseStroke } from './strokes.js';

/** Actions of the WebDriver standard, which both drivers accept. */
export type Actions = readonly Readonly<Record<string, unknown>>[];

/** Code points that WebDriver uses for keys that type no character. */
const NAMED: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

const KEYPAD_ZERO = 0xe01a;
const BUTTONS = { left: 0, middle: 1, right: 2 } as const;

/** Returns the `code` of a key on a US keyboard, for the keys that the tests use. */
const codeOf = (key: string): string =>
  key === ' ' ? 'Space' : /^\d$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';

function valueOf({ key, code, keypad }: KeyStroke): string {
  if (keypad && /^\d$/.test(key)) return String.fromCodePoint(KEYPAD_ZERO + Number(key));
  if (keypad && key === 'Enter') return '\uE007';
  const named = NAMED[key];
  if (named) return named;
  if (code !== '' && code !== codeOf(key))
    throw new Error(`WebDriver has the keys of a keyboard of the USA alone, not ${key} at ${code}.`);
  return key;
}

/** Holds Shift for a capital letter; without it, WebKit types the small letter. */
const heldWith = ({ key, modifiers }: KeyStroke): readonly Modifier[] =>
  /^[A-Z]$/.test(key) && modifiers.length === 0 ? ['Shift'] : modifiers;

export function keyActions(strokes: readonly KeyStroke[]): Actions {
  const change = (type: 'down' | 'up', value: string) => ({ type: type === 'down' ? 'keyDown' : 'keyUp', value });
  const all = strokes.flatMap((stroke) => {
    const { type } = stroke;
    const held = heldWith(stroke).map((one) => change(type, NAMED[one] ?? ''));
    const own = change(type, valueOf(stroke));
    return type === 'down' ? [...held, own] : [own, ...held];
  });
  return [{ type: 'key', id: 'keyboard', actions: all }];
}

export function mouseActions(strokes: readonly MouseStroke[]): Actions {
  const actions = strokes.flatMap(({ type, x, y, button = 'left' }) => {
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' };
    if (type === 'move') return [move];
    return [move, { type: type === 'down' ? 'pointerDown' : 'pointerUp', button: BUTTONS[button] }];
  });
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}
