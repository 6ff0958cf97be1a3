/**
 * Length of a line, in UTF-16 code units, above which `auto` is not used. Chromium's layout of a text area with
 * `dir="auto"` takes quadratic time in the length of a line. A key takes 44 ms in a line of 200,000 characters, and 2 s
 * or more in a million.
 */
const LONG_LINE = 20_000;

/** A letter, or a mark that sets the direction. */
const STRONG = /[\p{L}\u200e\u200f]/u;
const RTL = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the `dir` of a text area with this text: `auto`, or a fixed direction if a line is too long for `auto`. */
export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (!text.split('\n').some(({ length }) => length > LONG_LINE)) return 'auto';
  return RTL.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
