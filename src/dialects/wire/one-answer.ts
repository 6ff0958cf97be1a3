import type { Answered, AskUserResult } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { NO_ANSWER } from './unanswered.js';
import { answeredOf, endingIn, type Said } from './read-answer.js';

const SKIPPED = 'The user skipped this question and chose no option.';

/** Returns the text for a result without answers: that the question was skipped, or that there is no answer. */
export const skippedWords = ({ answers }: Answered): string =>
  answers.some(({ skipped }) => skipped) ? SKIPPED : NO_ANSWER;

/** Returns the answers as one text, or `undefined` if all were skipped. */
export function wordsOf({ answers }: Answered): string | undefined {
  const texts = answers.filter(({ skipped }) => !skipped).map(({ text }) => text);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Parses a text that reports an unanswered result or a skipped question. Returns `undefined` for any other text. */
export function saidInstead(request: AskUserRequest, text: string): ParseResult<AskUserResult> | undefined {
  if (text === SKIPPED) return answeredOf(request, []);
  const value = endingIn(text, request);
  return value && { ok: true, value, warnings: [] };
}

/** Returns the answered result for the selected names of a single question. */
export const answeredWith = (
  request: AskUserRequest,
  chosen: NonNullable<Said['chosen']>,
): ParseResult<AskUserResult> => answeredOf(request, [{ chosen }]);
