import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/dialects/form/pattern.js';

const ATOMS = ['a', 'b', '.', '\\w', '\\W', '[ab]', '[^a]', '[]', '\\x61', '\\u{62}', '\\p{Lu}', '[\\]|)-]', '-'];
const ASSERTIONS = ['^', '$', '\\b', '\\B'];
const QUANTIFIERS = ['', '', '*', '+', '?', '*?', '+?', '??', '{0}', '{2}', '{1,}', '{0,2}', '{1,2}?', '{0,1000}'];

/** Patterns with groups, alternatives, repetitions and assertions. */
const { pattern } = fc.letrec<{ pattern: string; group: string; term: string }>((tie) => ({
  group: fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
  term: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: fc.constantFrom(...ASSERTIONS), weight: 1 },
    {
      arbitrary: fc
        .tuple(
          fc.oneof({ maxDepth: 2 }, { arbitrary: fc.constantFrom(...ATOMS), weight: 2 }, tie('group')),
          fc.constantFrom(...QUANTIFIERS),
        )
        .map((parts) => parts.join('')),
      weight: 6,
    },
  ),
  pattern: fc
    .array(
      fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((alternatives) => alternatives.join('|')),
}));

describe('matches for the pattern of a server', () => {
  it.each<[string, string, boolean]>([
    ['^[A-Z]{2}-\\d+$', 'AB-12', true],
    ['^[A-Z]{2}-\\d+$', 'A-12', false],
    ['^(\\d{1,3}\\.){3}\\d{1,3}$', '10.0.0.1', true],
    ['^(\\d{1,3}\\.){3}\\d{1,3}$', '10.0.0', false],
    ['^\\S+@\\S+\\.\\S+$', 'a@b.c', true],
    ['^\\S+@\\S+\\.\\S+$', 'a@b', false],
    ['^(?:yes|no)$', 'maybe', false],
    ['^(?<year>\\d{4})(?:-\\d{2})?$', '2026-01', true],
    ['^(?<year>\\d{4})(?:-\\d{2})?$', '26-01', false],
    ['^(a+)?b$', 'c', false],
    ['^[(+*]+$', '(+', true],
    ['^[(+*]+$', 'a', false],
    ['^\\(\\)+$', '(', false],
    ['\\p{Lu}', 'a', false],
    ['', '', true],
    ['^$', 'a', false],
    ['^.$', '😀', true],
    ['^..$', '😀', false],
    ['^\\ud83d\\ude00{2}$', '😀😀', true],
    ['^[^\\u{1f600}]$', '😀', false],
    ['\\ud83d', '😀', false],
    ['^\\ud83d$', '\ud83d', true],
    ['\\bx$', '😀x', true],
    ['^a{1,1000}$', 'a'.repeat(1_000), true],
    ['^(?:aa){0,1000}$', 'a'.repeat(999), false],
    [`${'('.repeat(499)}b${')'.repeat(499)}`, 'a', false],
  ])('tests %s against %j: %s', (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected));

  it('returns what RegExp returns for short texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', '\n'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        expect(matches(source, value)).toBe(new RegExp(source, 'u').test(value));
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it.each([
    '^(a|a){28}b$',
    '^(a?){24}b$',
    '^([a-z]{1,2}){24}!$',
    `^${'(a|a)'.repeat(100)}b$`,
    'a*a*a*b',
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|ab)+$',
    '^(a{1,3})*$',
    '^(a?)+$',
    '^((a+))+$',
    '^(?:(?:a+)b?)*$',
    '^(a+){20}$',
    '^(\\w+\\s?)*$',
    '^a*a*a*a*$',
    '^(.*,){2,}$',
    '^(.{0,99}a){9}$',
  ])('takes little time for %s', (source) => {
    const start = performance.now();
    expect(matches(source, `${'a'.repeat(998)}-`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it.each([
    ['a look-ahead', '^(?=b)'],
    ['a negative look-ahead', '^(?!a)'],
    ['a look-behind', '(?<=b)a'],
    ['a negative look-behind', '(?<!a)$'],
    ['a back-reference', '^(a)\\1b'],
    ['a named back-reference', '^(?<x>a)\\k<x>b'],
    ['a large repetition', '^(?:b{50}){50}$'],
    ['huge repetitions', `^(?:a{${'9'.repeat(400)}}){0}b`],
  ])('leaves %s to the server', (_name, source) => {
    expect(() => new RegExp(source, 'u')).not.toThrow();
    expect(matches(source, 'aaa')).toBe(true);
  });

  it('does not try a pattern or a text longer than 1,000 characters', () => {
    expect(matches('^a+$', 'b'.repeat(1_000))).toBe(false);
    expect(matches('^a+$', 'b'.repeat(1_001))).toBe(true);
    expect(matches('b'.repeat(1_000), 'a')).toBe(false);
    expect(matches('b'.repeat(1_001), 'a')).toBe(true);
  });
});
