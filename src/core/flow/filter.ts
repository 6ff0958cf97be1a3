import { getAppearance } from '../appearance.js';
import { cleanText } from '../clean.js';
import type { Question } from '../question/types.js';
import type { Draft } from './types.js';

/** Returns a text in which case, accents and widths of characters do not differ. Upper case, so that `ß` equals `ss`. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?=\p{M})\p{Dia}/gu, '')
    .toUpperCase();

// Questions are immutable, so their folded texts are cached across keys.
const folded = new WeakMap<Question, readonly string[]>();

function textsOf(question: Question): readonly string[] {
  const texts =
    folded.get(question) ??
    getAppearance(question).labels.map((label, option) =>
      fold(`${label}\n${cleanText(question.options[option]?.description ?? '', { lines: true })}`),
    );
  folded.set(question, texts);
  return texts;
}

/**
 * Returns the indexes of the options that a filter hides: those whose label and description do not contain all of its
 * words. A blank filter hides none. Pure.
 */
export function hiddenBy(question: Question, filter: string): ReadonlySet<number> {
  const words = fold(cleanText(filter)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return new Set();
  return new Set(
    textsOf(question).flatMap((text, option) => (words.every((word) => text.includes(word)) ? [] : option)),
  );
}

/**
 * Returns the options that "Select all" adds: those that are neither selected nor hidden, in order, until the number of
 * selected options is `maxSelected`. Other counts as one of them. Pure.
 */
export function selectableOptions(
  { options, constraints }: Question,
  { selected, other }: Draft,
  hidden?: ReadonlySet<number>,
): readonly number[] {
  const most = (constraints?.maxSelected ?? Infinity) - selected.length - Number(other);
  const left = [...options.keys()].filter((option) => !hidden?.has(option) && !selected.includes(option));
  return left.slice(0, Math.max(0, most));
}
