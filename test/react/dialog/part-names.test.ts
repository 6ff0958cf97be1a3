import { expect, it } from 'vitest';
import { AskUser } from '../../../src/react/index.js';
import * as parts from '../../../src/react/parts.js';

it('every part of the namespace has a flat name, for server components', () => {
  const flat = parts as unknown as Record<string, unknown>;
  const named = Object.entries(AskUser);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(([name, part]) => flat[`AskUser${name}`] !== part).map(([name]) => name)).toEqual([]);
});
