import { describe, expect, it } from 'vitest';
import { textDirection } from '../../../src/react/text/field-props.js';

const AT_LIMIT = 20_000;

describe('textDirection', () => {
  it.each([
    ['an empty text', '', 'auto'],
    ['a short text in Hebrew', 'שלום', 'auto'],
    ['a line of 20,000 units', 'a'.repeat(AT_LIMIT), 'auto'],
    ['a line of 20,001 units', 'a'.repeat(AT_LIMIT + 1), 'ltr'],
    ['a long line in Hebrew', 'ש'.repeat(AT_LIMIT + 1), 'rtl'],
    ['a long line in Arabic after digits and brackets', `[12, ${'س'.repeat(AT_LIMIT)}`, 'rtl'],
    ['a long line in Adlam, whose letters are two units', '\u{1e900}'.repeat(AT_LIMIT), 'rtl'],
    ['a long line in Latin after one letter in Hebrew', `ש${'a'.repeat(AT_LIMIT)}`, 'rtl'],
    ['a long line in Hebrew after one letter in Latin', `a${'ש'.repeat(AT_LIMIT)}`, 'ltr'],
    ['a long line after a right-to-left mark', `\u200f${'a'.repeat(AT_LIMIT)}`, 'rtl'],
    ['a long line after a left-to-right mark', `\u200e${'ש'.repeat(AT_LIMIT)}`, 'ltr'],
    ['a long line of digits', '1'.repeat(AT_LIMIT + 1), 'ltr'],
    ['a long line of emoji', '🙂'.repeat(AT_LIMIT), 'ltr'],
    ['400,000 units in lines of 20,000', `${'ש'.repeat(AT_LIMIT)}\n`.repeat(20), 'auto'],
    ['a long line after short ones', `${'a\n'.repeat(AT_LIMIT)}${'ש'.repeat(AT_LIMIT + 1)}`, 'ltr'],
    ['a long line before short ones', `${'ש'.repeat(AT_LIMIT + 1)}\n${'a\n'.repeat(9)}`, 'rtl'],
    ['a long line between line breaks', `\n${'ש'.repeat(AT_LIMIT + 1)}\n`, 'rtl'],
  ])('returns the direction of %s [R-LONG]', (_, text, direction) => {
    expect(textDirection(text)).toBe(direction);
  });
});
