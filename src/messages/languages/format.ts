/** One text for each plural category of a language. `#` stands for the number. Missing categories use `other`. */
export type PluralForms = { [Category in Intl.LDMLPluralRule]?: string } & { other: string };

/** One text for each kind of range. `{min}` and `{max}` stand for its bounds. */
export interface RangeForms {
  /** For a range with a lower bound only. */
  least: string;
  /** For a range with an upper bound only. */
  most: string;
  /** For a range with two different bounds. */
  between: string;
  /** For a range with two equal bounds. */
  exactly: string;
}

/** How a language writes numbers, plurals, ranges and lists. */
export interface Format {
  /** Formats a number with the digits and separators of the language. */
  number: (value: number) => string;
  /** Returns the form for this count, with the formatted number in place of the first `#`. */
  plural: (count: number, forms: PluralForms) => string;
  /**
   * Returns the form for a range. `formatBound` formats the bounds and defaults to `number`. Returns an empty string
   * for a range without bounds.
   */
  range: (
    min: number | undefined,
    max: number | undefined,
    forms: RangeForms,
    formatBound?: (value: number) => string,
  ) => string;
  /** Joins the items as the language does: `A, B, C` in English, `A, B und C` in German. */
  list: (items: readonly string[]) => string;
}

/** Languages that write a whole number below 1,000 as JavaScript does, unless the tag asks for other digits. */
const PLAIN = /^(?:de|en|es|fr|ja|zh)\b(?!.*-u-)/i;

/** Creates a value at its first use. */
function later<T>(create: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= create());
}

/**
 * Creates the format of a language or region from its BCP 47 tag, for messages that you write.
 *
 * @throws {RangeError} If the tag is invalid, such as `en_US`.
 */
export function createFormat(locale: string): Format {
  Intl.getCanonicalLocales(locale);
  // The first of these takes tens of milliseconds, so importing a language, or counting a few questions, creates none.
  const numbers = later(() => new Intl.NumberFormat(locale));
  const rules = later(() => new Intl.PluralRules(locale));
  const lists = later(() => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }));
  const isPlain = PLAIN.test(locale);
  const number = (value: number) =>
    isPlain && Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);
  return {
    number,
    plural: (count, forms) => (forms[rules().select(count)] ?? forms.other).replace('#', () => number(count)),
    range(min, max, { least, most, between, exactly }, formatBound = number) {
      const form = min === undefined ? (max === undefined ? '' : most) : max === undefined ? least : between;
      const text = min === max && min !== undefined ? exactly : form;
      return text.replace('{min}', formatBound(min ?? 0)).replace('{max}', formatBound(max ?? 0));
    },
    // Other types or styles add a word or `&` in English, or have no separator in Chinese.
    list: (items) => lists().format(items),
  };
}
