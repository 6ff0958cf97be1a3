import { expect, it } from 'vitest';
import type { KeyEventLike } from '../../../src/react/keys/press.js';
import { walkTabs } from '../../../src/react/keys/tabs.js';

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
])('%s on tab %i: %i, from right to left %i [R-TABS]', (key, shown, ltr, rtl) => {
  expect([walkTabs(press(key), shown, 3, false), walkTabs(press(key), shown, 3, true)]).toEqual([ltr, rtl]);
});

it.each(['ArrowDown', 'ArrowUp', 'Enter', ' ', '1'])('%s is not for tabs [R-TABS]', (key) => {
  expect(walkTabs(press(key), 1, 3, false)).toBeUndefined();
});

it.each(['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const)('with %s an arrow is the browser’s [R-TABS]', (name) => {
  expect(walkTabs(press('ArrowRight', { [name]: true }), 1, 3, false)).toBeUndefined();
});
