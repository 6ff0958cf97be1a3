import type { Question } from '../../core/question/types.js';
import type { AskUserMessages } from '../messages/types.js';
import { clean, cleanText, excerpt, isEmpty } from './clean.js';

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

interface Looks {
  /** Each label, cleaned. */
  labels: readonly string[];
  /** Positions of those that could be taken for another one. */
  alike: ReadonlySet<number>;
  /** Something in the question was left out. */
  hidden: boolean;
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

function looksOf(question: Question): Looks {
  const looks = known.get(question) ?? look(question);
  known.set(question, looks);
  return looks;
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
