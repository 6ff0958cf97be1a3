import { describe, expect, it } from 'vitest';
import type { KeyEventLike } from '../../src/react/keys/press.js';
import { isShortcut, parseShortcuts } from '../../src/react/shortcut.js';

const press = (key: string, code: string, more: Partial<KeyEventLike> = {}): KeyEventLike => ({
  key,
  code,
  keyCode: 0,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  timeStamp: 0,
  ...more,
});
const alt = { altKey: true };
const is = (event: KeyEventLike, text: string) => parseShortcuts(text).some((one) => isShortcut(event, one));

describe('focusShortcut [R-FOLLOW]', () => {
  it.each<[what: string, event: KeyEventLike, shortcut: string, is: boolean]>([
    ['as it is written', press('q', 'KeyQ', alt), 'Alt+Q', true],
    ['with Caps Lock', press('Q', 'KeyQ', alt), 'Alt+Q', true],
    ['on a Mac, where Alt types', press('œ', 'KeyQ', alt), 'Alt+Q', true],
    ['in Russian', press('й', 'KeyQ', alt), 'Alt+Q', true],
    ['by the letter, where the layout has one', press('q', 'KeyA', alt), 'Alt+Q', true],
    ['not by the place of another letter', press('a', 'KeyQ', alt), 'Alt+Q', false],
    [
      'a digit whose key types a sign with Shift',
      press('!', 'Digit1', { altKey: true, shiftKey: true }),
      'Alt+Shift+1',
      true,
    ],
    ['a digit on a French keyboard', press('&', 'Digit1', alt), 'Alt+1', true],
    ['without its modifier', press('q', 'KeyQ'), 'Alt+Q', false],
    ['with another one', press('q', 'KeyQ', { altKey: true, ctrlKey: true }), 'Alt+Q', false],
    ['with Shift besides', press('Q', 'KeyQ', { altKey: true, shiftKey: true }), 'Alt+Q', false],
    ['with the other modifiers', press('k', 'KeyK', { metaKey: true, shiftKey: true }), 'Shift+Meta+K', true],
    ['with Control', press('k', 'KeyK', { ctrlKey: true }), 'Control+K', true],
    ['one of two, the second', press('k', 'KeyK', { metaKey: true }), 'Control+K Meta+K', true],
    ['a named key', press('F6', 'F6'), 'F6', true],
    ['Space', press(' ', 'Space', alt), 'Alt+Space', true],
    ['a letter alone, which types', press('q', 'KeyQ'), 'Q', false],
    ['a letter with Shift, which types', press('Q', 'KeyQ', { shiftKey: true }), 'Shift+Q', false],
    ['nothing', press('q', 'KeyQ', alt), ' ', false],
  ])('%s', (_, event, text, expected) => {
    expect(is(event, text)).toBe(expected);
  });

  it.each([
    ['Ctrl+Q', { ctrlKey: true }],
    ['Cmd+Q', { metaKey: true }],
    ['Command+Q', { metaKey: true }],
    ['Option+Q', { altKey: true }],
    ['Alt + Q', { altKey: true }],
  ])('requires the modifier of %s', (text, held) => {
    expect([is(press('q', 'KeyQ'), text), is(press('q', 'KeyQ', held), text)]).toEqual([false, true]);
  });

  it.each(['AltGraph+Q', 'Mod+Q', 'Alt+Mod+Q', 'Alt++Q', 'Constructor+Q'])(
    'ignores %s, which has an unknown modifier',
    (text) => {
      expect(parseShortcuts(text)).toEqual([]);
    },
  );

  it('does not take Enter from the page if there are spaces around the plus sign', () => {
    expect(is(press('Enter', 'Enter'), 'Control + Enter')).toBe(false);
  });
});
