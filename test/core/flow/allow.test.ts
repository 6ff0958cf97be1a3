import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitNotes, readAllow } from '../../../src/core/flow/allow.js';
import type { Constraints } from '../../../src/core/question/types.js';
import { ask, DB, NAME } from './flow.js';

describe('an `allow` from unknown data', () => {
  it.each([undefined, null, true, 'skip', 1, ['skip'], () => ({ skip: true })])('allows nothing: %s', (given) => {
    expect(readAllow(given)).toEqual({});
  });

  it('allows only what is `true`, and leaves out other fields', () => {
    expect(readAllow({ skip: true, partial: 'true', decline: 1, discuss: false, all: true })).toEqual({ skip: true });
  });

  it('keeps that the recommended options are not offered, which is the only `false` that counts [R-TAKE]', () => {
    expect(readAllow({ skip: true, recommended: false })).toEqual({ skip: true, recommended: false });
    expect(readAllow({ recommended: true })).toEqual({});
    expect(readAllow({ recommended: 'false' })).toEqual({});
  });

  it('never allows more than it says, and is read to the same value again', () => {
    const given = fc.record({
      skip: fc.anything(),
      partial: fc.anything(),
      decline: fc.boolean(),
      recommended: fc.anything(),
      other: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.oneof(given, fc.anything()), (value) => {
        const allow = readAllow(value);
        for (const [name, allowed] of Object.entries(allow)) {
          expect(allowed).toBe(name !== 'recommended');
          expect(Reflect.get(Object(value) as object, name)).toBe(allowed);
        }
        expect(readAllow(allow)).toEqual(allow);
      }),
    );
  });
});

describe('an `allow` whose results must be represented', () => {
  const all = { skip: true, partial: true, decline: true, discuss: true };

  it.each([
    [{ skipped: false }, { skip: true, decline: true, discuss: true }],
    [{ discuss: false }, { skip: true, partial: true, decline: true }],
    [{ skipped: true, discuss: true }, all],
    [undefined, all],
  ])('is limited by the capabilities %j', (capabilities, expected) => {
    expect(readAllow(all, capabilities)).toEqual(expected);
    expect(readAllow(undefined, capabilities)).toEqual({});
  });
});

describe('the notes of a request', () => {
  it.each<[Constraints['allowNotes'], unknown[]]>([
    [undefined, [undefined, true, 'withAnswer', 'withOption', false]],
    [true, [undefined, true, 'withAnswer', 'withOption', false]],
    ['withAnswer', ['withAnswer', 'withAnswer', 'withAnswer', 'withOption', false]],
    ['withOption', ['withOption', 'withOption', 'withOption', 'withOption', false]],
    [false, [false, false, false, false, false]],
  ])('are limited to those that the dialect returns: %j', (notes, expected) => {
    const given = [undefined, true, 'withAnswer', 'withOption', false] as const;
    const questions = given.map((allowNotes, i) => ({
      ...DB,
      id: `q${i}`,
      ...(allowNotes !== undefined && { constraints: { required: true, allowNotes } }),
    }));
    const limited = limitNotes(ask(...questions), { notes });
    expect(limited.questions.map(({ constraints }) => constraints?.allowNotes)).toEqual(expected);
    expect(limited.questions.map(({ constraints }) => constraints?.required)).toEqual([
      undefined,
      true,
      true,
      true,
      true,
    ]);
  });

  it('are not limited for a dialect without capabilities', () => {
    const request = ask(DB, NAME);
    expect(limitNotes(request)).toBe(request);
  });
});
