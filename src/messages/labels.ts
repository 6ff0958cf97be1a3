import { getAppearance, outline } from '../core/appearance.js';
import { allowsOther, primaryAction, retriesNow } from '../core/flow/selectors.js';
import type { AskUserState, OptionRef } from '../core/flow/types.js';
import { readRecommended } from '../core/question/recommended.js';
import type { Question } from '../core/question/types.js';
import { defined, isBlank } from '../core/guards.js';
import { enFirst } from './en-first.js';
import type { AskUserMessages, AskUserMessagesInput } from './types.js';
import { cleanText, excerpt, isEmpty } from '../core/clean.js';

export interface Label {
  /** The whole label. */
  name: string;
  /** The label without its mark "(Recommended)". `undefined` if the agent does not recommend the option. */
  short: string | undefined;
}

/** An option that may be mistaken for another one or for Other, or has no visible text, gets its number. */
export function labelOf(question: Question, option: OptionRef, messages: AskUserMessages): Label {
  if (option === 'other') return { name: messages.other, short: undefined };
  const { labels, alike } = getAppearance(question);
  const text = labels[option] ?? '';
  const position = option + 1;
  const label = isEmpty(text) ? messages.noLabel(position) : text;
  const short = readRecommended(label) ?? (question.options[option]?.recommended && label);
  const isLikeOther = allowsOther(question) && outline(label) === outline(messages.other);
  if (label !== text || (!alike.has(option) && !isLikeOther)) return { name: label, short };
  return {
    name: messages.lookAlike(label, position),
    short: short && messages.lookAlike(short, position),
  };
}

/** Returns the whole label with the mark "(Recommended)", also if only a field recommends the option. */
export const withMark = ({ name, short }: Label, messages: AskUserMessages): string =>
  short === name ? `${name} (${messages.recommended})` : name;

export const isCleaned = (question: Question): boolean => getAppearance(question).hidden;

export function questionText({ question }: { question: string }, index: number, messages: AskUserMessages): string {
  const text = cleanText(question, { lines: true });
  return isEmpty(text) ? messages.tab(index + 1) : text;
}

export function headerText({ header = '' }: Question): string {
  const text = cleanText(header);
  return isEmpty(text) ? '' : text;
}

/** Whether a tab may cut the header. The stylesheet gives other headers as much space as they need. */
export const isLongHeader = (header: string): boolean => header.length > 20;

export const shortName = (question: Question, index: number, messages: AskUserMessages): string =>
  headerText(question) || excerpt(questionText(question, index, messages));

/**
 * Returns the host's messages over the English ones. `asker` in them is the name of this request's asker as it is
 * shown, unless the request has no visible name.
 */
export function mergeMessages<English extends AskUserMessages = AskUserMessages>(
  messages: AskUserMessagesInput = {},
  asker = '',
  english = enFirst as English,
): English {
  const merged: English = { ...english, ...defined<object>(messages) };
  const name = excerpt(asker);
  return isEmpty(name) ? merged : { ...merged, asker: name };
}

// The same number for every secret, so that the dots do not reveal the length.
const DOTS = '•'.repeat(8);

/** Returns a custom text as it is shown outside its field. A secret is shown as dots. */
export const shownText = (question: Question | undefined, text: string): string =>
  question?.constraints?.secret && !isBlank(text) ? DOTS : text;

/** Returns the text of the primary button. */
export function primaryLabel(state: AskUserState, messages: AskUserMessages): string {
  if (state.phase === 'submitting') return messages.sending;
  if (retriesNow(state)) return messages.retry;
  const action = primaryAction(state);
  return messages[action === 'submit' && state.drafts.length > 1 ? 'submitAll' : action];
}
