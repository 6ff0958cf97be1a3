import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { Limits } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question } from '../../core/question/types.js';
import { type Unwrap, unwrapEnvelope } from './envelope.js';
import type { Fields } from './fields.js';
import { fail, unreadable, prefixPath } from './issues.js';
import { type Rules, dropMultiSelect, withRules } from './rules.js';
import { pathsIn, type Shape, sourcesOf, toPlain } from './shape.js';

export interface RequestFormat extends Rules {
  readonly shape: Shape;
  /** Default limits. `ParseOptions.limits` replaces them. */
  readonly limits: Limits;
  /** Unwraps the input, such as a message that the agent's host sends. By default, the input itself is the request. */
  readonly open?: Unwrap;
  /** Whether the format has only single-select questions. `multiSelect` is then dropped with a warning. */
  readonly oneChoice?: boolean;
  /** Changes a parsed question in ways that the shape cannot express, such as by adding constraints and values. */
  readonly finish?: (question: Question, source: Fields) => Question;
}

export const ruledBy = (question: Question, rule: Constraints): Question => ({
  ...question,
  constraints: { ...question.constraints, ...rule },
});

/** Disallows custom text if `other` is `false`. Questions without options always allow it. */
export const disallowOther = (question: Question, other: unknown): Question =>
  other === false && question.options.length > 0 ? ruledBy(question, { allowCustom: false }) : question;

function finished(request: AskUserRequest, source: unknown, shape: Shape, { oneChoice, finish }: RequestFormat) {
  const { fieldsOf } = sourcesOf(source, shape);
  const questions = request.questions.map((one, i) => {
    const question = oneChoice ? { ...one, multiSelect: false } : one;
    return finish?.(question, fieldsOf(i)) ?? question;
  });
  return { ...request, questions };
}

function readSource(
  source: unknown,
  shape: Shape,
  format: RequestFormat,
  found: readonly Issue[],
  options: ParseOptions,
): ParseResult<AskUserRequest> {
  const parsed = parseRequest(toPlain(source, shape, options.values), options);
  if (!parsed.ok) return parsed;
  if (shape.list === undefined && parsed.value.questions.length > 1) {
    return fail('too_many', 'questions', 'This tool asks one question per call. Send one.');
  }
  const { oneChoice, beyond = [], advice = [] } = format;
  const rules: Rules = {
    beyond: [() => found, ...beyond],
    advice: oneChoice ? [dropMultiSelect, ...advice] : advice,
  };
  const value = finished(parsed.value, source, shape, format);
  return withRules({ ...parsed, value }, source, rules, options.strict, shape);
}

/**
 * Parses a request in a dialect's format. Never throws.
 *
 * `raw` is the whole input, and the paths of issues refer to it.
 */
export function readRequest(
  input: unknown,
  format: RequestFormat,
  options: ParseOptions = {},
): ParseResult<AskUserRequest> {
  try {
    const envelope = unwrapEnvelope(input, format.open ?? (() => undefined));
    const { input: source, shape = format.shape, path = '', beyond = [], metadata } = envelope;
    const { limits = format.limits, requestId = envelope.requestId } = options;
    const read = readSource(source, shape, format, beyond, { ...options, limits, requestId });
    const pathOf = pathsIn(source, shape);
    const inTheirs = (issues: readonly Issue[]) =>
      limitIssues(
        prefixPath(
          path,
          issues.map((issue) => ({ ...issue, path: issue.path && pathOf(issue.path) })),
        ),
      );
    if (!read.ok) return { ok: false, issues: inTheirs(read.issues) };
    const more = metadata && { metadata: { ...read.value.metadata, ...metadata } };
    return { ok: true, value: { ...read.value, ...more, raw: input }, warnings: inTheirs(read.warnings) };
  } catch {
    return unreadable();
  }
}
