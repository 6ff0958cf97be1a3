import { expect, it } from 'vitest';
import type { KeyEventLike } from '../../../src/react/keys/key-events.js';
import { tabArrowTarget } from '../../../src/react/keys/arrow-keys.js';

const press = (key: string, more: Partial<KeyEventLike> = {}): KeyEventLike => ({
  key,
  code: key,
  keyCode: 0,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  timeStamp: 0,
  ...more,
});

// Three questions and Review.
it.each([
  ['ArrowRight', 0, 1, 3],
  ['ArrowRight', 3, 0, 2],
  ['ArrowLeft', 0, 3, 1],
  ['ArrowLeft', 2, 1, 3],
  ['Home', 2, 0, 0],
  ['End', 1, 3, 3],
])('%s on tab %i moves to tab %i, and from right to left to tab %i [R-TABS]', (key, shown, ltr, rtl) => {
  expect([tabArrowTarget(press(key), shown, 3, false), tabArrowTarget(press(key), shown, 3, true)]).toEqual([ltr, rtl]);
});

it.each(['ArrowDown', 'ArrowUp', 'Enter', ' ', '1'])('%s does not move between tabs [R-TABS]', (key) => {
  expect(tabArrowTarget(press(key), 1, 3, false)).toBeUndefined();
});

it.each(['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const)(
  'an arrow key with %s is left to the browser [R-TABS]',
  (name) => {
    expect(tabArrowTarget(press('ArrowRight', { [name]: true }), 1, 3, false)).toBeUndefined();
  },
);
