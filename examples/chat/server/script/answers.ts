import type { Conversation, Round, ScriptedQuestion } from './types.js';

/** Length in characters above which an answer is described by its length instead of quoted in full. */
const LONG = 500;

/** Returns the label without its "(Recommended)" suffix. */
export const bare = (label: string): string => label.replace(/ \(Recommended\)$/, '');

/** Returns the length in code points, so that a simple emoji counts as one character. */
export const lengthOf = (text: string): number => Array.from(text).length;

const counted = (text: string): string => `${new Intl.NumberFormat('en').format(lengthOf(text))} characters`;

/** Escapes the user's text for Markdown, so that it is shown as typed. */
export const verbatim = (text: string): string =>
  text
    // Includes link syntax, and the parts of an address that turn it into a link.
    .replace(/[\\`*_~&@]|\](?=\()|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/^([ \t]*)([-+#>|])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2');

/** Quotes an answer verbatim. A long one is quoted by its beginning and its length. */
export const quote = (text: string): string =>
  lengthOf(text) > LONG
    ? `“${verbatim(Array.from(text).slice(0, 80).join(''))}…” (${counted(text)})`
    : `“${verbatim(text)}”`;

/** Returns the agent's response to custom text. */
export function heard(text: string): string {
  if (lengthOf(text) > LONG) return `That's a detailed brief — ${counted(text)}.`;
  return `Got it: ${verbatim(text)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

export interface Choice {
  labels: readonly string[];
  /** Custom text, typed under Other or as the whole answer. */
  custom: string;
}

/**
 * Splits an answer into labels and custom text. A multi-select answer lists the labels in option order, then the custom
 * text.
 */
export function choiceOf({ options, multiSelect }: ScriptedQuestion, answer: string): Choice {
  const all = options.map((option) => option.label);
  if (!multiSelect) return all.includes(answer) ? { labels: [answer], custom: '' } : { labels: [], custom: answer };
  const labels: string[] = [];
  let rest = answer;
  for (const label of all) {
    if (rest !== label && !rest.startsWith(`${label}, `)) continue;
    labels.push(label);
    rest = rest.slice(label.length + 2);
  }
  return { labels, custom: rest };
}

/** Returns the answer to a round's question, by the question's header. */
export function answerIn({ questions, outcome }: Round, header: string): Choice | undefined {
  const question = questions.find((candidate) => candidate.header === header);
  const answer = question && outcome.kind === 'answered' ? outcome.answers.get(question.question) : undefined;
  return question && answer !== undefined ? choiceOf(question, answer) : undefined;
}

/** Returns the newest round of a topic. If a question was asked again, its last outcome counts. */
export const roundOf = ({ rounds }: Conversation, topic: string): Round | undefined =>
  rounds.findLast((round) => round.topic === topic);

/** Returns the answer that was given earlier in the conversation, if there is one. */
export function answerTo(conversation: Conversation, topic: string, header: string): Choice | undefined {
  const round = roundOf(conversation, topic);
  return round && answerIn(round, header);
}

/** Joins items into a phrase, such as "Authentication, REST API and Admin dashboard". */
export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
