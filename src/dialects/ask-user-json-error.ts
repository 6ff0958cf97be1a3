import { isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import { LIMITS } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import { reading } from './shared/envelope.js';
import { sourcesOf } from './shared/shape.js';

/** The specification's own codes for a call that can't be asked, and one for what they don't cover. */
export type AskUserJsonInputCode = (typeof INPUT_CODES)[number];

export const INPUT_CODES = [
  'INVALID_JSON',
  'MISSING_QUESTION',
  'MISSING_OPTIONS',
  'INVALID_OPTIONS_JSON',
  'INVALID_OPTIONS',
  'INVALID_INPUT',
  'INTERNAL_ERROR',
] as const;

/** One for each ending without an answer. */
export type AskUserJsonEndingCode =
  | 'CANCELLED'
  | 'DECLINED'
  | 'ABORTED'
  | 'SUPERSEDED'
  | 'CONNECTION_LOST'
  | 'TIMED_OUT'
  | 'UNAVAILABLE';

/** `INVALID_ANSWER`: not one of the option numbers. `SKIPPED`: the user left the question out. */
export type AskUserJsonErrorCode = AskUserJsonInputCode | AskUserJsonEndingCode | 'INVALID_ANSWER' | 'SKIPPED';

/** What the JSON tool says when it has no option number to give. */
export interface AskUserJsonError {
  readonly tool: 'ask_user';
  readonly version: 1;
  readonly status: 'error';
  readonly error: {
    readonly code: AskUserJsonErrorCode;
    readonly message: string;
    /** What the JSON parser said. */
    readonly parseError?: string;
  };
}

/** An error object of the JSON tool. */
export function jsonError(code: AskUserJsonErrorCode, message: string, parseError?: string): AskUserJsonError {
  return {
    tool: 'ask_user',
    version: 1,
    status: 'error',
    error: { code, message, ...(parseError !== undefined && { parseError }) },
  };
}

/** What the JSON parser has to say against a text; `undefined` for a text it can read, and for what is no text. */
function parseErrorOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    JSON.parse(value.trim());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The options as the model wrote them: `null` for none, `undefined` where the input does not say. */
const givenOptions = (input: unknown): unknown =>
  reading(() => {
    const [question] = sourcesOf(fromJson(input)).list;
    if (question === undefined) return undefined;
    return isRecord(question) ? (question.options ?? question.suggestions ?? null) : null;
  }, undefined);

function optionsError({ code, message }: Issue, field: string, given: unknown): AskUserJsonError {
  const { minOptions, maxOptions } = LIMITS.json;
  const parseError = parseErrorOf(given);
  if (field !== 'options') return jsonError('INVALID_OPTIONS', `${field}: ${message}`);
  if (code === 'too_many') return jsonError('INVALID_OPTIONS', `options must have at most ${maxOptions} items`);
  if (code === 'too_few') {
    return given === null
      ? jsonError('MISSING_OPTIONS', 'options is required')
      : jsonError('INVALID_OPTIONS', `options must have at least ${minOptions} items`);
  }
  return parseError === undefined
    ? jsonError('INVALID_OPTIONS', 'options must be an array')
    : jsonError('INVALID_OPTIONS_JSON', 'options is not valid JSON', parseError);
}

/**
 * The JSON tool's error object for a call that can't be asked: the first of its issues, in the tool's own codes and words.
 *
 * @param issues - what `askUserJson.parse` found; without any there is nothing wrong, and the code is `INTERNAL_ERROR`
 * @param input - what was parsed; it tells `MISSING_OPTIONS` from too few, and has the JSON parser's own message
 */
export function toJsonError(issues: readonly Issue[], input: unknown): AskUserJsonError {
  const issue = issues[0];
  if (!issue || issue.code === 'unreadable') return jsonError('INTERNAL_ERROR', issue?.message ?? 'unexpected error');
  const { code, message } = issue;
  const field = issue.path.replace(/^(?:questions)?\[0\]\.?/, '').replace(/^suggestions/, 'options');
  if (field === 'options' || field.startsWith('options[')) return optionsError(issue, field, givenOptions(input));
  // A question that is a plain text has no field to name.
  if (field === '' && issue.path && code === 'too_few') return optionsError(issue, 'options', null);
  if (field === '' && code === 'type') {
    const parseError = parseErrorOf(input);
    return parseError === undefined
      ? jsonError('INVALID_JSON', 'input must be a JSON object')
      : jsonError('INVALID_JSON', 'input is not valid JSON', parseError);
  }
  if (code === 'too_many' || code === 'too_long') return jsonError('INVALID_INPUT', `${field || 'input'}: ${message}`);
  if (field === 'question' || field === 'questions' || field === '') {
    return jsonError('MISSING_QUESTION', 'question must be a non-empty string');
  }
  return jsonError('INVALID_INPUT', `${field}: ${message}`);
}
