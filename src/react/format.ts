/** A text for each plural category of a language; `#` stands for the number. What is missing is said as `other`. */
export type PluralForms = { [Category in Intl.LDMLPluralRule]?: string } & { other: string };

/** How a language writes numbers, plurals and lists. */
export interface Format {
  number: (value: number) => string;
  /** The form for this many, with the number in place of `#`. */
  plural: (count: number, forms: PluralForms) => string;
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
    // Other types are read out as "and" in English, or have no separator in Chinese.
    list: (items) => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items),
  };
}

/** Why a request ended, in words; a text of the host's own stays as it is. */
export const reasons =
  (elsewhere: string, nobody: string) =>
  (reason: string): string =>
    reason === 'already_resolved' ? elsewhere : ['unknown', 'orphaned'].includes(reason) ? nobody : reason;
