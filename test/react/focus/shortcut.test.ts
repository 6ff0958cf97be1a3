import { describe, expect, it } from 'vitest';
import type { KeyEventLike } from '../../../src/react/keys/key-events.js';
import { isShortcut } from '../../../src/react/focus/shortcut.js';
import { getUsableShortcuts } from '../../../src/react/focus/usable-shortcuts.js';

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
const is = (event: KeyEventLike, text: string) => isShortcut(event, getUsableShortcuts(text) ?? '');

describe('focusShortcut [R-FOLLOW]', () => {
  it.each<[what: string, event: KeyEventLike, shortcut: string, is: boolean]>([
    ['the shortcut as it is written', press('q', 'KeyQ', alt), 'Alt+Q', true],
    ['the shortcut with Caps Lock', press('Q', 'KeyQ', alt), 'Alt+Q', true],
    ['the shortcut on a Mac, on which Alt types characters', press('œ', 'KeyQ', alt), 'Alt+Q', true],
    ['the shortcut on a Russian keyboard', press('й', 'KeyQ', alt), 'Alt+Q', true],
    ['the letter, if the layout has it', press('q', 'KeyA', alt), 'Alt+Q', true],
    ['the position of another letter', press('a', 'KeyQ', alt), 'Alt+Q', false],
    [
      'a digit whose key types a sign with Shift',
      press('!', 'Digit1', { altKey: true, shiftKey: true }),
      'Alt+Shift+1',
      true,
    ],
    ['a digit on a French keyboard', press('&', 'Digit1', alt), 'Alt+1', true],
    ['the key without its modifier', press('q', 'KeyQ'), 'Alt+Q', false],
    ['the shortcut with another modifier', press('q', 'KeyQ', { altKey: true, ctrlKey: true }), 'Alt+Q', false],
    ['the shortcut with an additional Shift', press('Q', 'KeyQ', { altKey: true, shiftKey: true }), 'Alt+Q', false],
    ['a shortcut with Shift and Meta', press('k', 'KeyK', { metaKey: true, shiftKey: true }), 'Shift+Meta+K', true],
    ['a shortcut with Control', press('k', 'KeyK', { ctrlKey: true }), 'Control+K', true],
    ['the second of two shortcuts', press('k', 'KeyK', { metaKey: true }), 'Control+K Meta+K', true],
    ['a function key', press('F6', 'F6'), 'F6', true],
    ['a function key with Shift', press('F6', 'F6', { shiftKey: true }), 'Shift+F6', true],
    ['a named key with Alt', press('Enter', 'Enter', alt), 'Alt+Enter', true],
    ['Space', press(' ', 'Space', alt), 'Alt+Space', true],
    ['a letter alone, which types text', press('q', 'KeyQ'), 'Q', false],
    ['a letter with Shift, which types text', press('Q', 'KeyQ', { shiftKey: true }), 'Shift+Q', false],
    ['Space alone, which types text', press(' ', 'Space'), 'Space', false],
    ['Plus with Shift, which types text', press('+', 'Equal', { shiftKey: true }), 'Shift+Plus', false],
    ['a blank shortcut', press('q', 'KeyQ', alt), ' ', false],
  ])('is matched as specified: %s', (_, event, text, expected) => {
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
      expect(getUsableShortcuts(text)).toBeUndefined();
    },
  );

  it.each(['\u{1e907}', 'Shift+\u{1e907}', 'Enter', 'Shift+Enter', 'Tab', 'Escape', 'ArrowDown', 'Backspace', 'Home'])(
    'ignores %s, which a field or the page needs',
    (text) => {
      expect(getUsableShortcuts(text)).toBeUndefined();
    },
  );

  it('does not take Enter from the page if there are spaces around the plus sign', () => {
    expect(is(press('Enter', 'Enter'), 'Control + Enter')).toBe(false);
  });
});
