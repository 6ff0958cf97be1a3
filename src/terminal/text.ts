import { cleanText, excerpt, isEmpty } from '../core/clean.js';
import { looksOf } from '../core/looks.js';
import type { Answer } from '../core/answer/types.js';
import type { Question } from '../core/question/types.js';
import { WORDS } from './words.js';

/** The question's text as it is shown; its number, where there is nothing to be seen in it. */
export function questionText({ question }: Question, index: number): string {
  const text = cleanText(question, { lines: true });
  return isEmpty(text) ? WORDS.question(index + 1) : text;
}

/** The question's short name on one line: its header, else nothing. */
export function headerText({ header = '' }: Question): string {
  const text = cleanText(header);
  return isEmpty(text) ? '' : text;
}

/** What to call the question in a list: its header, else its text, cut. */
export const shortName = (question: Question, index: number): string =>
  headerText(question) || excerpt(questionText(question, index));

/** The label of an option by position, as it is shown: told apart from the others of its question. */
export function labelText(question: Question, index: number): string {
  const { labels, alike } = looksOf(question);
  const label = labels[index] ?? '';
  if (isEmpty(label)) return WORDS.noLabel(index + 1);
  return alike.has(index) ? WORDS.lookAlike(label, index + 1) : label;
}

/** An answer as it is shown: labels cleaned, the person's own text as it is, a secret not at all. */
export function answerText(question: Question, { selected, custom, skipped }: Answer): string {
  if (skipped) return WORDS.skipped;
  const labels = selected.map(({ index }) => labelText(question, index));
  const own = custom === undefined ? [] : [question.constraints?.secret ? WORDS.hidden : custom];
  return [...labels, ...own].join(', ');
}
