import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, createBoundedCache } from '../../src/host/bounded-cache.js';

describe('createNewest [R-PAUSE]', () => {
  it('retains the newest entries up to its count and its size, and always the last one', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 0, max: 12 }))),
        (steps) => {
          const dropped: string[] = [];
          const newest = createBoundedCache<string>({ count: 4, bytes: 20, onDrop: (key) => dropped.push(key) });
          let model: [key: string, bytes: number][] = [];
          const out: string[] = [];
          for (const [key, bytes] of steps) {
            newest.set(key, key, bytes);
            model = [...model.filter(([there]) => there !== key), [key, bytes]];
            const size = () => model.reduce((all, [, one]) => all + one, 0);
            while (model.length > 1 && (model.length > 4 || size() > 20)) out.push(model.shift()![0]);
            expect(newest.values()).toEqual(model.map(([there]) => there));
            expect(newest.get(key)).toBe(key);
          }
          expect(dropped).toEqual(out);
        },
      ),
    ));

  it('retains a single entry that is too large until the next one', () => {
    const newest = createBoundedCache<number>({ count: 9, bytes: 10 });
    newest.set('a', 1, 5);
    newest.set('b', 2, 50);
    expect(newest.values()).toEqual([2]);
    newest.set('c', 3, 5);
    expect(newest.values()).toEqual([3]);
  });

  it('uses bytesOf, which counts the bytes of JSON, and 0 for values without JSON', () =>
    expect([bytesOf('€'), bytesOf({ a: 1 }), bytesOf(undefined), bytesOf(1n)]).toEqual([5, 7, 0, 0]));
});
