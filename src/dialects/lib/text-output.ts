import type { AnsweredResult, AskUserRequest, AskUserResult, ParseResult } from '../../core/index.js';
import type { Unwrap } from './envelope.js';
import { succeed } from './issues.js';
import { answered } from './read-answer.js';
import { NO_ANSWER, parseUnansweredText } from './unanswered.js';
import { fromJson, isRecord } from './values.js';

/** Unwraps the message that Roo Code and Cline send to their views. */
export const followup: Unwrap = (source) =>
  isRecord(source) && source['ask'] === 'followup' && source['text'] != null
    ? { input: fromJson(source['text']), path: 'text' }
    : undefined;

const SKIPPED = 'The user skipped this question and chose no option.';

export const getSkippedText = ({ answers }: AnsweredResult): string =>
  answers.some(({ skipped }) => skipped) ? SKIPPED : NO_ANSWER;

export function getAnswerText({ answers }: AnsweredResult): string | undefined {
  const texts = answers.filter(({ skipped }) => !skipped).map(({ text }) => text);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Parses a text that reports an unanswered result or a skipped question. */
export function parseAlternateText(text: string, request: AskUserRequest): ParseResult<AskUserResult> | undefined {
  if (text === SKIPPED) return answered(request, []);
  const result = parseUnansweredText(text, request);
  return result && succeed(result);
}
