import { expect, it } from 'vitest';
import * as dialog from '../../../src/react/index.js';

it('every part of the namespace has a flat name, for server components', () => {
  const flat = dialog as unknown as Record<string, unknown>;
  const parts = Object.entries(dialog.AskUser);
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter(([name, part]) => flat[`AskUser${name}`] !== part).map(([name]) => name)).toEqual([]);
});
