import { expect, it, vi } from 'vitest';
import { windowName } from '../../examples/chat/page/shared-chat/shared-storage.js';

it('gives two windows different names, whatever the page does to Math.random', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  expect(windowName()).not.toBe(windowName());
});
