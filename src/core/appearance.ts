import type { Question } from './question/types.js';
import { clean } from './clean.js';

export interface Appearance {
  /** The cleaned labels of the options. */
  readonly labels: readonly string[];
  /** Indexes of the options whose label has the same `outline` as another label, or matches `MIXED`. */
  readonly alike: ReadonlySet<number>;
  /** Whether `clean` reports `hidden` for a text of the question or of its options. */
  readonly hidden: boolean;
}

/** Matches a Latin letter beside a Cyrillic one, or beside one of these Greek ones, which look Latin. */
const MIXED =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχ]|[\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχ]\p{M}*\p{Script=Latin}/u;
const UNSEEN = /\p{DI}/gu;

/** Form in which labels are compared: wide and styled letters are plain, invisible characters are removed. */
export const outline = (label: string): string => label.normalize('NFKC').replace(UNSEEN, '');

function computeAppearance({ question, header = '', context = '', options }: Question): Appearance {
  const cleaned = options.map(({ label }) => clean(label));
  const first = new Map<string, number>();
  const alike = new Set<number>();
  cleaned.forEach(({ text }, index) => {
    const seen = outline(text);
    const twin = first.get(seen);
    if (twin === undefined) first.set(seen, index);
    else alike.add(twin).add(index);
    if (MIXED.test(text)) alike.add(index);
  });
  const texts = [question, context, ...options.flatMap(({ description = '', preview = '' }) => [description, preview])];
  return {
    labels: cleaned.map(({ text }) => text),
    alike,
    hidden: [...cleaned, clean(header), ...texts.map((text) => clean(text, true))].some(({ hidden }) => hidden),
  };
}

// Questions are immutable, so their appearance is cached across renders.
const cache = new WeakMap<Question, Appearance>();

export function getAppearance(question: Question): Appearance {
  const appearance = cache.get(question) ?? computeAppearance(question);
  cache.set(question, appearance);
  return appearance;
}
