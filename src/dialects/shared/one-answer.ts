import type { Answered, AskUserResult } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { NO_ANSWER } from './endings.js';
import { answeredOf, endingIn, type Said } from './read-answer.js';

const SKIPPED = 'The user skipped this question and chose no option.';

/** What a wire of one answer says where there is none: that the question was skipped. */
export const skippedWords = ({ answers }: Answered): string =>
  answers.some(({ skipped }) => skipped) ? SKIPPED : NO_ANSWER;

/** The answer as one text; `undefined` where the question was skipped. */
export function wordsOf({ answers }: Answered): string | undefined {
  const texts = answers.filter(({ skipped }) => !skipped).map(({ text }) => text);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** What a text that is no answer tells of: an ending, or that the question was skipped; `undefined` for any other. */
export function saidInstead(request: AskUserRequest, text: string): ParseResult<AskUserResult> | undefined {
  if (text === SKIPPED) return answeredOf(request, []);
  const value = endingIn(text, request);
  return value && { ok: true, value, warnings: [] };
}

/** One answer, read back. */
export const answeredWith = (
  request: AskUserRequest,
  chosen: NonNullable<Said['chosen']>,
): ParseResult<AskUserResult> => answeredOf(request, [{ chosen }]);
