import { mayStayBlank } from '../core/answer/constraints.js';
import { getAnswerIssue, allowsOther } from '../core/flow/selectors.js';
import type { Draft } from '../core/flow/types.js';
import type { Question } from '../core/question/types.js';
import type { AskUserMessages } from './types.js';

type FormatBounds = (min: number | undefined, max: number | undefined) => string;

/**
 * Formats the bounds. Returns `undefined` for a minimum of 1 or less without a maximum, which an answer meets anyway.
 */
const formatSpan = (formatBounds: FormatBounds, min = 0, max?: number) =>
  min > 1 || max !== undefined ? formatBounds(min > 0 ? min : undefined, max) : undefined;

export const countRule = (
  { chooseCount }: AskUserMessages,
  { multiSelect, constraints }: Question,
): string | undefined =>
  multiSelect ? formatSpan(chooseCount, constraints?.minSelected, constraints?.maxSelected) : undefined;

export function textRule(
  { typeNumber, typeLength, typeFormat }: AskUserMessages,
  { constraints = {} }: Question,
): string | undefined {
  const { input = 'text', minimum, maximum, minLength, maxLength } = constraints;
  if (input === 'number' || input === 'integer') return typeNumber(input === 'integer', minimum, maximum);
  const length = formatSpan(typeLength, minLength, maxLength);
  if (input === 'text') return length;
  return length ? `${typeFormat[input]} ${length}` : typeFormat[input];
}

export function promptHint(messages: AskUserMessages, question: Question): string {
  const { chooseMany, chooseOne, optional } = messages;
  const { options, multiSelect } = question;
  const how = options.length > 0 && (countRule(messages, question) ?? (multiSelect ? chooseMany : chooseOne));
  return [how, mayStayBlank(question) && optional].filter(Boolean).join(' ');
}

export function answerIssueText(messages: AskUserMessages, question: Question, draft: Draft): string {
  const code = getAnswerIssue(question, draft)?.code;
  return code === 'allowNotes' ? messages.removeNote : rejection(messages, question, draft, code);
}

function rejection(messages: AskUserMessages, question: Question, draft: Draft, code = ''): string {
  const hasNoOptions = question.options.length === 0;
  // An unanswered question without options shows its rule, if it has one, as the error.
  const showsTextRule = hasNoOptions || code !== 'unanswered';
  const rule = code.endsWith('Selected')
    ? countRule(messages, question)
    : showsTextRule && textRule(messages, question);
  if (rule) return rule;
  if (hasNoOptions) return messages.missingText;
  if (!allowsOther(question)) return messages.missingChoice;
  return draft.other ? messages.missingOther : messages.missingOption;
}
