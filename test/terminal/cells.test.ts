import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { clip, clusters, textWidth, wrap } from '../../src/terminal/cells.js';

const texts = (text: string, columns: number, mask?: string) => wrap(text, columns, mask).map((line) => line.text);

describe('textWidth', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['日本語', 6],
    ['ｆｕｌｌ', 8],
    ['한국', 4],
    ['\u1112\u1161\u11ab', 2],
    ['e\u0301', 1],
    ['👨‍👩‍👧', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['❤\ufe0f', 2],
    ['1\ufe0f\u20e3', 2],
    ['مرحبا', 5],
    ['─■□✓↑•…', 7],
    ['\u200b\u2060', 0],
  ])('of %j is %i columns', (text, width) => expect(textWidth(text)).toBe(width));
});

test('clusters equal those of Intl.Segmenter', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const text of ['aé\u0301日👨‍👩‍👧🇩🇪🇫🇷x', '1\ufe0f\u20e3👍🏽', '\r\na\nb', 'नमस', '각\u1100\u1161\u11a8', '🏴󠁧󠁢󠁥󠁮󠁧󠁿!']) {
    expect(clusters(text)).toEqual(Array.from(segmenter.segment(text), ({ segment }) => segment));
  }
});

describe('wrap', () => {
  test.each<[string, string, number, string[]]>([
    ['text at spaces', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['a word that fits exactly', 'abcde fgh', 5, ['abcde', 'fgh']],
    ['a word longer than a line', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['text between wide characters', '日本語テキスト', 7, ['日本語', 'テキス', 'ト']],
    ['words before wide characters', 'ab 日本', 5, ['ab 日', '本']],
    ['line breaks of every kind', 'a\nb\r\nc\rd', 9, ['a', 'b', 'c', 'd']],
    ['an empty text', '', 9, ['']],
    ['an empty line', 'a\n\nb', 9, ['a', '', 'b']],
    ['emoji, but never within one', '👨‍👩‍👧👨‍👩‍👧', 3, ['👨‍👩‍👧', '👨‍👩‍👧']],
    ['a tab', 'a\tb', 9, ['a    b']],
  ])('wraps %s', (_, text, columns, lines) =>
    expect(texts(text, columns).map((line) => line.trimEnd())).toEqual(lines),
  );

  test('renders control characters as pictures, and removes bidi controls', () => {
    expect(texts('a\u001b[31mb\u0007\u007f\u009b\u202ec\u2066d\ud800', 40)).toEqual(['a␛[31mb␇␡\ufffdcd\ufffd']);
  });

  test('masks every character', () => expect(texts('ab\ncé👍🏽', 9, '•')).toEqual(['••', '•••']));

  test('returns lines with their place in the text, none of them too wide', () => {
    const units = fc.array(fc.constantFrom('a', 'word ', ' ', '日', '👨‍👩‍👧', '\n', '\t', 'e\u0301', '\u001b', '\u202e'));
    fc.assert(
      fc.property(units, fc.integer({ min: 4, max: 30 }), (parts, columns) => {
        const text = parts.join('');
        const lines = wrap(text, columns);
        expect(lines[0]?.from).toBe(0);
        expect(lines.at(-1)?.to).toBe(text.length);
        lines.forEach((line, i) => {
          expect(textWidth(line.text)).toBeLessThanOrEqual(columns);
          const gap = text.slice(line.to, lines[i + 1]?.from ?? text.length);
          expect(['', '\n', '\r\n']).toContain(gap);
        });
      }),
    );
  });
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['abc', 0, ''],
])('clip of %j to %i columns is %j', (text, columns, cut) => expect(clip(text, columns)).toBe(cut));
