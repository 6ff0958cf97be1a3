/** A text for each plural category of a language; `#` stands for the number. What is missing is said as `other`. */
export type PluralForms = { [Category in Intl.LDMLPluralRule]?: string } & { other: string };

/** A text for each kind of span; `{min}` and `{max}` stand for its ends. */
export interface RangeForms {
  least: string;
  most: string;
  between: string;
  /** Both ends are the same. */
  exactly: string;
}

/** How a language writes numbers, plurals, spans and lists. */
export interface Format {
  number: (value: number) => string;
  /** The form for this many, with the number in place of `#`. */
  plural: (count: number, forms: PluralForms) => string;
  /** The form for a span, with its ends as `say` writes them, else as `number` does; nothing where it has no end. */
  range: (
    min: number | undefined,
    max: number | undefined,
    forms: RangeForms,
    say?: (value: number) => string,
  ) => string;
  list: (items: readonly string[]) => string;
}

/** The format of a language or region, by its BCP 47 tag: for messages of your own. */
export function createFormat(locale: string): Format {
  // Made once: making one takes longer than drawing a part.
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  const number = (value: number) => numbers.format(value);
  return {
    number,
    plural: (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', () => number(count)),
    range(min, max, { least, most, between, exactly }, say = number) {
      const form = min === undefined ? (max === undefined ? '' : most) : max === undefined ? least : between;
      const text = min === max && min !== undefined ? exactly : form;
      return text.replace('{min}', say(min ?? 0)).replace('{max}', say(max ?? 0));
    },
    // Other types are read out as "and" in English, or have no separator in Chinese.
    list: (items) => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items),
  };
}

/** Why a request ended, in words; a text of the host's own stays as it is. */
export const reasons =
  (elsewhere: string, nobody: string) =>
  (reason: string): string =>
    reason === 'already_resolved' ? elsewhere : ['unknown', 'orphaned'].includes(reason) ? nobody : reason;
