import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePartialJson } from '../../src/integrations/shared/partial-json.js';

describe('halfWritten', () => {
  it.each<[string, unknown]>([
    ['{"questions":[{"question":"Which', { questions: [{ question: 'Which' }] }],
    [
      '{"questions":[{"question":"Which?","options":["A","B, ',
      { questions: [{ question: 'Which?', options: ['A', 'B, '] }] },
    ],
    ['{"questions":[{"question":"Which?"},', { questions: [{ question: 'Which?' }] }],
    ['{"questions":[{"question":"A"},{"quest', { questions: [{ question: 'A' }, {}] }],
    ['{"a":tr', {}],
    ['{"a":1,"b":"\\u00', { a: 1 }],
    ['{"a":"a \\', {}],
    ['{', {}],
  ])('closes or omits what is truncated: %s', (text, expected) => {
    expect(parsePartialJson(text)).toEqual(expected);
  });

  it('returns undefined if nothing can be read', () => {
    for (const text of ['', ' ', 'no JSON', '}']) expect(parsePartialJson(text)).toBeUndefined();
  });

  it('reads every prefix of an object, and the whole object unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, n) => {
        const text = JSON.stringify(value);
        expect(parsePartialJson(text)).toEqual(JSON.parse(text));
        expect(parsePartialJson(text.slice(0, 1 + (n % text.length)))).toBeTypeOf('object');
      }),
    );
  });
});
