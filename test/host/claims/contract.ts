import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/host/store.js';

/** An empty claim store, and another node's connection to it. */
export interface ClaimsUnderTest {
  readonly claims: ClaimStore;
  readonly other: ClaimStore;
  readonly close?: (() => void | Promise<void>) | undefined;
}

const HARD_TEXTS = [
  '',
  ' ',
  'a:b',
  '{a}',
  '*',
  '__proto__',
  "'; drop table x; --",
  'a\u0000b',
  String.raw`a\u0000b`,
  '\ud800',
  '\ud801',
  '\ufffd',
  '👩‍👩‍👧\u2028',
  'x'.repeat(20_000),
  `${'x'.repeat(20_000)}y`,
  '问'.repeat(700_000),
];

/** Tests the rules of every `ClaimStore`. `make` returns an empty store for each test. */
export function describeClaims(name: string, make: () => ClaimsUnderTest | Promise<ClaimsUnderTest>): void {
  describe(`the claims: ${name} [R-FIRST]`, () => {
    let at: ClaimsUnderTest;
    beforeEach(async () => void (at = await make()));
    afterEach(() => at.close?.());

    it('keep the first value of a key, and return it to all later callers', async () => {
      expect(await at.claims.get('k')).toBeUndefined();
      expect(await at.claims.claim('k', 'first')).toBe('first');
      expect(await at.other.claim('k', 'second')).toBe('first');
      expect(await at.other.claim('other', 'second')).toBe('second');
      for (const node of [at.claims, at.other]) expect(await node.get('k')).toBe('first');
    });

    it('let one of 20 racing callers claim a key', async () => {
      const kept = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? at.claims : at.other).claim('k', `caller ${i}`)),
      );
      expect(new Set(kept).size).toBe(1);
      expect(await at.claims.get('k')).toBe(kept[0]);
      expect(kept[0]).toMatch(/^caller \d+$/);
    });

    it('let a caller repeat its claim', async () => {
      expect(await at.claims.claim('k', 'first')).toBe('first');
      expect(await at.other.claim('k', 'first')).toBe('first');
      expect(await at.claims.claim('k', 'second')).toBe('first');
    });

    it('drop an expired entry, and let one of 20 racing callers claim it again', async () => {
      await at.claims.claim('k', 'first', { keepMs: 50 });
      await at.claims.claim('other', 'first');
      await expect.poll(() => at.other.get('k')).toBeUndefined();
      const kept = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? at.claims : at.other).claim('k', `caller ${i}`)),
      );
      expect(new Set(kept).size).toBe(1);
      expect(kept[0]).toMatch(/^caller/);
      expect(await at.claims.get('other')).toBe('first');
    });

    it('prolong an entry by a repeated claim', async () => {
      await at.claims.claim('k', 'first', { keepMs: 60_000 });
      await at.other.claim('k', 'first', { keepMs: 50 });
      await expect.poll(() => at.claims.get('k')).toBeUndefined();
      await at.claims.claim('k', 'second', { keepMs: 50 });
      // Usually this prolongs the entry. If a busy machine lets the entry expire first, it claims the key again.
      await at.other.claim('k', 'second', { keepMs: 60_000 });
      await at.claims.claim('later', 'first', { keepMs: 100 });
      await expect.poll(() => at.claims.get('later')).toBeUndefined();
      expect(await at.claims.get('k')).toBe('second');
    });

    it('release an entry that has the value, and no other', async () => {
      await at.claims.release('k', 'first');
      await at.claims.claim('k', 'first');
      await at.other.release('k', 'second');
      expect(await at.claims.get('k')).toBe('first');
      await at.other.release('k', 'first');
      expect(await at.claims.get('k')).toBeUndefined();
      expect(await at.claims.claim('k', 'second')).toBe('second');
    });

    it('distinguish keys and values of any length with any characters', async () => {
      for (const text of HARD_TEXTS) expect(await at.claims.claim(text, `value ${text}`)).toBe(`value ${text}`);
      for (const text of HARD_TEXTS) {
        expect(await at.other.get(text)).toBe(`value ${text}`);
        expect(await at.other.claim(text, 'another')).toBe(`value ${text}`);
        await at.other.release(text, 'another');
        await at.other.release(text, `value ${text}`);
        expect(await at.claims.get(text)).toBeUndefined();
      }
    });

    it.each([0, -1, NaN, Infinity])('refuse to keep an entry for %d ms', async (keepMs) => {
      await expect(at.claims.claim('k', 'first', { keepMs })).rejects.toThrow(RangeError);
      expect(await at.claims.get('k')).toBeUndefined();
    });
  });
}
