import { mayStayBlank } from '../core/answer/constraints.js';
import { cleanText, excerpt, isEmpty } from '../core/clean.js';
import { getAppearance } from '../core/appearance.js';
import type { Answer } from '../core/answer/types.js';
import type { Question } from '../core/question/types.js';
import { WORDS } from './words.js';

export function questionText({ question }: Question, index: number): string {
  const text = cleanText(question, { lines: true });
  return isEmpty(text) ? WORDS.question(index + 1) : text;
}

export function headerText({ header = '' }: Question): string {
  const text = cleanText(header);
  return isEmpty(text) ? '' : text;
}

export const shortName = (question: Question, index: number): string =>
  headerText(question) || excerpt(questionText(question, index));

/**
 * Returns the label of an option for display, with its number if it may be mistaken for another one or shows nothing.
 */
export function labelText(question: Question, index: number): string {
  const { labels, alike } = getAppearance(question);
  const label = labels[index] ?? '';
  if (isEmpty(label)) return WORDS.noLabel(index + 1);
  return alike.has(index) ? WORDS.lookAlike(label, index + 1) : label;
}

/** Returns an answer for display. The custom text is verbatim, unless it is secret. */
export function answerText(question: Question, { selected, custom, skipped }: Answer): string {
  if (skipped) return mayStayBlank(question) ? WORDS.leftBlank : WORDS.skipped;
  const labels = selected.map(({ index }) => labelText(question, index));
  const own = custom === undefined ? [] : [question.constraints?.secret ? WORDS.hidden : custom];
  return [...labels, ...own].join(', ');
}
