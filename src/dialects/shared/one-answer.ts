import type { Answered, AskUserResult } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { endingOf, NO_ANSWER } from './endings.js';
import { handOver } from './envelope.js';
import { answeredOf, type Said } from './read-answer.js';
import { findIn, severalAsked } from './rules.js';
import { readShape, type Shape } from './shape.js';

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
  const value = endingOf(text);
  return value && { ok: true, value, warnings: [] };
}

/** One answer, read back. */
export const answeredWith = (
  request: AskUserRequest,
  chosen: NonNullable<Said['chosen']>,
): ParseResult<AskUserResult> => answeredOf(request, [{ chosen }]);

/** Reads the one question of a family whose wire takes one choice: several are not asked for, and a warning says so. */
export function readOneChoice(input: unknown, shape: Shape, options: ParseOptions): ParseResult<AskUserRequest> {
  const parsed = readShape(input, shape, options, (question) => ({ ...question, multiSelect: false }));
  return parsed.ok ? handOver(parsed, input, findIn(parsed.value, severalAsked)) : parsed;
}
