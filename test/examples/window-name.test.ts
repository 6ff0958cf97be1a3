import { expect, it, vi } from 'vitest';
import { windowName } from '../../examples/chat/page/shared-chat/shared-storage.js';

it('gives two windows different names even if `Math.random` is replaced', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  expect(windowName()).not.toBe(windowName());
});
