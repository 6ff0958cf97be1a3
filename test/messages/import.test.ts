import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import exported from '../package/exports.json' with { type: 'json' };

/** What `Intl` creates. The first of them takes tens of milliseconds, on each page that imports the package. */
const made: string[] = [];
const original = { ...Object.getOwnPropertyDescriptors(Intl) };

beforeEach(() => {
  made.length = 0;
  vi.resetModules();
  for (const [name, { value }] of Object.entries(original)) {
    if (typeof value !== 'function' || !value.prototype) continue;
    const counted = new Proxy(value, {
      construct: (target, args, self) => (made.push(name), Reflect.construct(target, args, self)),
    });
    Object.defineProperty(Intl, name, { ...original[name], value: counted });
  }
});
afterEach(() => void Object.defineProperties(Intl, original));

const entries = Object.keys(exported);

it.each(entries)('importing %s creates no format of numbers, plurals, lists or dates', async (entry) => {
  await import(entry);
  expect(made).toEqual([]);
});

it('a card with few questions in English needs none either', async () => {
  const { en } = await import('react-ask-user/messages/en');
  expect([en.title(4), en.answeredOf(2, 3), en.position(1, 3), en.more(9)]).toEqual([
    '4 questions from {asker}',
    '2 of 3 answered',
    'Question 1 of 3.',
    '9 more',
  ]);
  expect(made).toEqual([]);
});
