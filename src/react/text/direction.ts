/**
 * Chromium's layout of `dir="auto"` in a text area takes quadratic time in the length of one line: 44 ms for a key in
 * 200,000 characters without a line break, 2 s and more in a million.
 */
const LONG_LINE = 20_000;

/** A letter, or a mark that sets the direction. */
const STRONG = /[\p{L}\u200e\u200f]/u;
const RTL = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The `dir` of a text area with this text: `auto`, unless a line is too long for the browser to find out. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (!text.split('\n').some(({ length }) => length > LONG_LINE)) return 'auto';
  return RTL.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
