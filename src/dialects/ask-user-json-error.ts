import type { Issue, UnansweredResult } from '../core/index.js';
import { LIMITS } from '../core/question/limits.js';
import { nameIn, SPELLINGS } from '../core/question/spellings.js';
import { sourcesOf } from './lib/fields.js';
import { fromJson, isRecord, tryRead } from './lib/values.js';

/** Codes for an invalid call: those of the specification, and `INVALID_INPUT` for any other issue. */
export type AskUserJsonInputCode = (typeof INPUT_CODES)[number];

/** `askUserJson.parseResult` parses each as `invalid`. */
export const INPUT_CODES = [
  'INVALID_JSON',
  'MISSING_QUESTION',
  'MISSING_OPTIONS',
  'INVALID_OPTIONS_JSON',
  'INVALID_OPTIONS',
  'INVALID_INPUT',
  'INTERNAL_ERROR',
] as const;

/** Codes for unanswered requests, one per status except `invalid`. */
export const UNANSWERED_CODES = {
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  aborted: 'ABORTED',
  superseded: 'SUPERSEDED',
  connectionLost: 'CONNECTION_LOST',
  timedOut: 'TIMED_OUT',
  unavailable: 'UNAVAILABLE',
} as const satisfies Record<Exclude<UnansweredResult['status'], 'invalid'>, string>;

/**
 * Every error code. `INVALID_ANSWER`: the answer is not exactly one option. `SKIPPED`: the user skipped the question.
 */
type AskUserJsonErrorCode =
  | AskUserJsonInputCode
  | (typeof UNANSWERED_CODES)[keyof typeof UNANSWERED_CODES]
  | 'INVALID_ANSWER'
  | 'SKIPPED';

/** Output of the JSON tool for an invalid call, and for a result without an option number. */
export interface AskUserJsonError {
  /** Name of the tool. */
  readonly tool: 'ask_user';
  /** Version of the tool. */
  readonly version: 1;
  /** Marks the output as an error. */
  readonly status: 'error';
  /** The error. */
  readonly error: {
    /** Code of the error. */
    readonly code: AskUserJsonErrorCode;
    /** Message for the agent. */
    readonly message: string;
    /** Message of the JSON parser. Absent unless the input or its options are text that is not valid JSON. */
    readonly parseError?: string;
  };
}

export function jsonError(code: AskUserJsonErrorCode, message: string, parseError?: string): AskUserJsonError {
  return {
    tool: 'ask_user',
    version: 1,
    status: 'error',
    error: { code, message, ...(parseError !== undefined && { parseError }) },
  };
}

function parseErrorOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    JSON.parse(value.trim());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const OPTIONS = new RegExp(`^(?:${SPELLINGS.options.join('|')})(?=\\[|$)`);

/**
 * Returns the options as the model wrote them. `null` if the question has none, `undefined` if there is no question or
 * the input cannot be read.
 */
const givenOptions = (input: unknown): unknown =>
  tryRead(() => {
    const [question] = sourcesOf(fromJson(input)).list;
    if (question === undefined) return undefined;
    return isRecord(question) ? (question[nameIn(question, SPELLINGS.options)] ?? null) : null;
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
 * Converts the first issue of an invalid call to an error object of the JSON tool.
 *
 * @param issues - Issues from `askUserJson.parse`. If the list is empty or starts with `unreadable`, the code is
 * `INTERNAL_ERROR`.
 * @param input - The input of `parse`. It distinguishes `MISSING_OPTIONS` from too few options and yields the parser's
 * message.
 */
export function toJsonError(issues: readonly Issue[], input: unknown): AskUserJsonError {
  const issue = issues[0];
  if (!issue || issue.code === 'unreadable') return jsonError('INTERNAL_ERROR', issue?.message ?? 'unexpected error');
  const { code, message } = issue;
  const field = issue.path.replace(/^(?:questions)?\[0\]\.?/, '').replace(OPTIONS, 'options');
  if (field === 'options' || field.startsWith('options[')) return optionsError(issue, field, givenOptions(input));
  // A question that is a string has no fields.
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
