import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Settlement } from '../../../src/host/store.js';
import { makeRequest } from '../helpers.js';
import { asked, endedBy, LONG, Stores, type MakeStore } from './setup.js';

/** Texts that are hard to store: everything that a model or a user can write and JSON can represent. */
const HARD_TEXTS = {
  'U+0000': 'a\u0000b',
  'a lone surrogate': 'a\uD800b\uDFFFc',
  emoji: '👩‍👩‍👧 🇩🇪',
  'quotes and slashes': `'"\\'";--/*\n\r\t\u2028`,
  'an empty string': '',
  'a megabyte': 'ü'.repeat(500_000),
  'four megabytes': '问'.repeat(1_300_000),
};
const HARD_IDS = [
  'a:b',
  'a/b?c#d',
  '*',
  '{a}',
  "'; drop table x; --",
  '__proto__',
  'constructor',
  'ü😀',
  ' ',
  'x'.repeat(200),
];

/** Ids and texts are returned as they were stored. */
export function describeTexts(make: MakeStore): void {
  describe('its ids and texts [R-VERBATIM]', () => {
    const at = new Stores(make);

    it('distinguish ids that look like patterns, paths or commands', async () => {
      for (const id of HARD_IDS) expect(await at.store.open(asked(id, { conversationId: id }), LONG)).toBeUndefined();
      for (const id of HARD_IDS) {
        expect((await at.other.list([id])).map(({ request }) => request.requestId)).toEqual([id]);
        expect(await at.other.settle(id, endedBy(id))).toBe(true);
        expect((await at.store.get(id))?.settlement?.by).toBe(id);
      }
      expect(await at.store.list()).toEqual([]);
    });

    it.each(Object.entries(HARD_TEXTS))('preserve %s in a question and an answer', async (_, text) => {
      const plain = makeRequest('r1');
      const questions = plain.questions.map((one) => ({ ...one, question: text, options: [{ label: text }] }));
      const request = { ...plain, questions, metadata: { text, list: [text, null, 1.5, true] }, raw: { text } };
      const settlement: Settlement = {
        result: {
          status: 'answered',
          answers: [
            { questionId: 'q1', question: text, answer: text, text, wasCustom: true, selected: [], custom: text },
          ],
        },
        by: `by ${text.slice(0, 50)}`,
        settledAt: 2,
      };
      await at.store.open(asked('r1', { request }), LONG);
      expect((await at.other.list())[0]?.request).toEqual(request);
      await at.other.settle('r1', settlement);
      const stored = await at.store.get('r1');
      expect(stored?.request).toEqual(request);
      expect(stored?.settlement).toEqual(settlement);
    });

    it('preserve own properties named `__proto__`, and their order', async () => {
      const text = '{"z":1,"__proto__":{"polluted":true},"constructor":"c","10":"ten","a":{"__proto__":"deep"}}';
      await at.store.open(asked('r1', { request: { ...makeRequest('r1'), raw: JSON.parse(text) as unknown } }), LONG);
      const stored = await at.other.get('r1');
      expect(JSON.stringify(stored?.request.raw)).toBe(JSON.stringify(JSON.parse(text)));
      expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
    });

    it('preserve any JSON as the raw input', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (value) => {
          const raw = JSON.parse(JSON.stringify(value)) as unknown;
          const requestId = `r${++run}`;
          await at.store.open(asked(requestId, { request: { ...makeRequest(requestId), raw } }), LONG);
          expect((await at.other.get(requestId))?.request.raw).toEqual(raw);
        }),
        { numRuns: 40 },
      );
    });
  });
}
