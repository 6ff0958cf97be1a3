import { describe, expect, it } from 'vitest';
import { askUserQuestion, pilotDeck } from '../../src/dialects/index.js';
import { run } from './helpers.js';

const ask = (text: string) => ({ question: text, header: 'h', options: ['a', 'b'] });
const wires = (texts: readonly string[]) => {
  const input = { questions: texts.map(ask) };
  const replies = texts.map((_, i) => ({ selected: [], custom: `answer ${i}`, notes: `note ${i}` }));
  return [run(askUserQuestion, input, ...replies), run(pilotDeck, input, ...replies)] as const;
};

describe('[R-ID] a wire keyed by question text', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'length'])(
    'has "%s" as a property of its own, after JSON and structuredClone too',
    (text) => {
      for (const { wire } of wires([text, 'another'])) {
        for (const copy of [wire, structuredClone(wire), JSON.parse(JSON.stringify(wire))]) {
          expect(Object.keys(copy.answers).toSorted()).toEqual([text, 'another'].toSorted());
          expect(Object.hasOwn(copy.answers, text)).toBe(true);
          expect(copy.answers[text]).toBe('answer 0');
          expect(copy.annotations[text]).toEqual({ notes: 'note 0' });
          expect(Object.getPrototypeOf(copy.answers)).toBe(Object.prototype);
        }
      }
    },
  );

  it.each([
    [
      ['a', 'a', 'a'],
      ['a', 'a (2)', 'a (3)'],
    ],
    [
      ['a', 'a (2)', 'a'],
      ['a', 'a (2)', 'a (3)'],
    ],
    [
      ['a', 'a', 'a (2)'],
      ['a', 'a (3)', 'a (2)'],
    ],
    [
      ['a (2)', 'a', 'a', 'a (2)'],
      ['a (2)', 'a', 'a (3)', 'a (2) (2)'],
    ],
    [
      ['__proto__', '__proto__'],
      ['__proto__', '__proto__ (2)'],
    ],
    [
      ['', ''],
      ['', ' (2)'],
    ],
  ])('calls %j by %j', (texts, keys) => {
    for (const { wire, text } of wires(texts)) {
      expect(Object.keys(wire.answers)).toEqual(keys);
      expect(Object.values(wire.answers)).toEqual(texts.map((_, i) => `answer ${i}`));
      for (const key of keys) expect(text).toContain(JSON.stringify(key));
    }
  });

  it('keeps the key of a repeated question where the first was skipped', () => {
    const skip = { selected: [], skipped: true } as const;
    const { wire } = run(askUserQuestion, { questions: [ask('q'), ask('q')] }, skip, { selected: [1] });
    expect(wire.answers).toEqual({ 'q (2)': 'b' });
  });
});
