import { looksOf } from '../../core/looks.js';
import type { Question } from '../../core/question/types.js';
import type { AskUserMessages } from '../messages/types.js';
import { cleanText, excerpt, isEmpty } from './clean.js';

const RECOMMENDED = '(recommended)';

/** A label without the agents' mark for the option they would take, or `undefined` where it carries none. */
function withoutRecommended(label: string): string | undefined {
  const text = label.trimEnd();
  // No regular expression: one that may begin with white space takes quadratic time on a run of it.
  const rest = text.slice(0, -RECOMMENDED.length).trimEnd();
  return rest && text.toLowerCase().endsWith(RECOMMENDED) ? rest : undefined;
}

/** A label as it is shown, and as assistive technology reads it. */
export interface Label {
  /** The whole label: the accessible name. */
  name: string;
  /** Without the agent's "(Recommended)", where it carries one: a badge says that. */
  short: string | undefined;
}

/** The label of an option by position, told apart from the others of its question. */
export function labelOf(question: Question, option: number, messages: AskUserMessages): Label {
  const { labels, alike } = looksOf(question);
  const label = labels[option] ?? '';
  const position = option + 1;
  if (isEmpty(label)) return { name: messages.noLabel(position), short: undefined };
  const short = withoutRecommended(label);
  if (!alike.has(option)) return { name: label, short };
  return {
    name: messages.lookAlike(label, position),
    short: short && messages.lookAlike(short, position),
  };
}

/** Something in the question was left out that a reader could not have seen. */
export const isCleaned = (question: Question): boolean => looksOf(question).hidden;

/** The question's text as it is shown; its number, where there is nothing to be seen in it. */
export function questionText({ question }: { question: string }, index: number, messages: AskUserMessages): string {
  const text = cleanText(question, { lines: true });
  return isEmpty(text) ? messages.tab(index + 1) : text;
}

/** The question's short name on one line, where it has one to be seen. */
export function headerText({ header = '' }: Question): string {
  const text = cleanText(header);
  return isEmpty(text) ? '' : text;
}

/** What to call the question among others: its header, else its text. */
export const shortName = (question: Question, index: number, messages: AskUserMessages): string =>
  headerText(question) || excerpt(questionText(question, index, messages));
