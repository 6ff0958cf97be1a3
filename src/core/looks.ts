import type { Question } from './question/types.js';
import { clean } from './clean.js';

/** What there is to say of how a question's texts look. */
export interface Looks {
  /** Each label, cleaned. */
  readonly labels: readonly string[];
  /** Positions of those that could be taken for another one. */
  readonly alike: ReadonlySet<number>;
  /** Something in the question was left out. */
  readonly hidden: boolean;
}

/** Letters of another alphabet inside a word, there to look like something else; but "kΩ" and "Δt" are what they are. */
const MIXED =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχ]|[\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχ]\p{M}*\p{Script=Latin}/u;
const UNSEEN = /\p{DI}/gu;

/** What is left of a label for the eye: without joiners, and wide or styled letters as plain ones. */
const outline = (label: string) => label.normalize('NFKC').replace(UNSEEN, '');

function look({ question, header = '', context = '', options }: Question): Looks {
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

// A question never changes: its looks are found once, not with each drawing of each of a thousand options.
const known = new WeakMap<Question, Looks>();

/** How the texts of a question look to a person. */
export function looksOf(question: Question): Looks {
  const looks = known.get(question) ?? look(question);
  known.set(question, looks);
  return looks;
}
