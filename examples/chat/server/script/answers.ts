import type { Conversation, Round, ScriptedQuestion } from './types.js';

/** From here on an answer is spoken of by its length instead of being repeated in full. */
const LONG = 500;

/** The label without the mark that only serves the choice. */
export const bare = (label: string): string => label.replace(/ \(Recommended\)$/, '');

/** The length that people count: an emoji is one character. */
export const lengthOf = (text: string): number => Array.from(text).length;

const counted = (text: string): string => `${new Intl.NumberFormat('en').format(lengthOf(text))} characters`;

/** The user's text in the agent's Markdown: shown as it was typed, whatever marks it has. */
export const verbatim = (text: string): string =>
  text
    // The marks of a link, and what makes a link of an address.
    .replace(/[\\`*_~&@]|\](?=\()|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/^([ \t]*)([-+#>|])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2');

/** Quotes an answer word for word; of a long one, its beginning and its length. */
export const quote = (text: string): string =>
  lengthOf(text) > LONG
    ? `“${verbatim(Array.from(text).slice(0, 80).join(''))}…” (${counted(text)})`
    : `“${verbatim(text)}”`;

/** What the agent says of an answer that is the person's own. */
export function heard(text: string): string {
  if (lengthOf(text) > LONG) return `That's a detailed brief — ${counted(text)}.`;
  return `Got it: ${verbatim(text)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

export interface Choice {
  labels: readonly string[];
  /** What was typed under Other, or as the whole answer. */
  custom: string;
}

/** Takes an answer apart again. Several choices come as labels in option order, then the person's own text. */
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

/** The answer to a round's question, found by the question's header. */
export function answerIn({ questions, outcome }: Round, header: string): Choice | undefined {
  const question = questions.find((candidate) => candidate.header === header);
  const answer = question && outcome.kind === 'answered' ? outcome.answers.get(question.question) : undefined;
  return question && answer !== undefined ? choiceOf(question, answer) : undefined;
}

/** The newest round of a topic: a question that was asked again counts as it went the last time. */
export const roundOf = ({ rounds }: Conversation, topic: string): Round | undefined =>
  rounds.findLast((round) => round.topic === topic);

/** The answer given earlier in the conversation, if there was one. */
export function answerTo(conversation: Conversation, topic: string, header: string): Choice | undefined {
  const round = roundOf(conversation, topic);
  return round && answerIn(round, header);
}

/** "Authentication, REST API and Admin dashboard" */
export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
