import type { AnsweredResult, AskUserResult } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { NO_ANSWER } from './unanswered.js';
import { answeredOf, parseUnansweredText, type ParsedAnswer } from './read-answer.js';

const SKIPPED = 'The user skipped this question and chose no option.';

/** Returns the text for a result without answers: that the question was skipped, or that there is no answer. */
export const getSkippedText = ({ answers }: AnsweredResult): string =>
  answers.some(({ skipped }) => skipped) ? SKIPPED : NO_ANSWER;

/** Returns the answers as one text, or `undefined` if all were skipped. */
export function getAnswerText({ answers }: AnsweredResult): string | undefined {
  const texts = answers.filter(({ skipped }) => !skipped).map(({ text }) => text);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Parses a text that reports an unanswered result or a skipped question. Returns `undefined` for any other text. */
export function parseAlternateText(request: AskUserRequest, text: string): ParseResult<AskUserResult> | undefined {
  if (text === SKIPPED) return answeredOf(request, []);
  const value = parseUnansweredText(text, request);
  return value && { ok: true, value, warnings: [] };
}

/** Returns the answered result for the selected names or the custom text of a single question. */
export const answeredWith = (
  request: AskUserRequest,
  names: NonNullable<ParsedAnswer['names']>,
): ParseResult<AskUserResult> => answeredOf(request, [{ names }]);
