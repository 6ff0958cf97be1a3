import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { Limits } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question } from '../../core/question/types.js';
import { type Open, opened } from './envelope.js';
import type { Fields } from './fields.js';
import { listed, refuse, unreadable, within } from './issues.js';
import { type Rules, severalAsked, withRules } from './rules.js';
import { pathsIn, type Shape, sourcesOf, toPlain } from './shape.js';

/** How a family's requests are read. */
export interface RequestFormat extends Rules {
  readonly shape: Shape;
  /** Unless the host gives others. */
  readonly limits: Limits;
  /** The envelopes that its host sends. */
  readonly open?: Open;
  /** Its wire takes one choice a question: `multiSelect` is dropped, with a warning. */
  readonly oneChoice?: boolean;
  /** Adds what the shape can't say (constraints, values) from the source of each question. */
  readonly finish?: (question: Question, source: Fields) => Question;
}

/** A question with another of the rules that its wire enforces. */
export const ruledBy = (question: Question, rule: Constraints): Question => ({
  ...question,
  constraints: { ...question.constraints, ...rule },
});

/** A question without Other where its family says so by `false`. One without options is answered in own words all the same. */
export const withoutOther = (question: Question, other: unknown): Question =>
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
  family: RequestFormat,
  found: readonly Issue[],
  options: ParseOptions,
): ParseResult<AskUserRequest> {
  const parsed = parseRequest(toPlain(source, shape), options);
  if (!parsed.ok) return parsed;
  if (shape.list === undefined && parsed.value.questions.length > 1) {
    return refuse('too_many', 'questions', 'This tool asks one question at a time. Send one.');
  }
  const { oneChoice, beyond = [], advice = [] } = family;
  const rules: Rules = {
    beyond: [() => found, ...beyond],
    advice: oneChoice ? [severalAsked, ...advice] : advice,
  };
  const value = finished(parsed.value, source, shape, family);
  return withRules({ ...parsed, value }, source, rules, options.strict, shape);
}

/**
 * Reads a request that a family writes with names of its own, by `parseRequest` and as leniently: out of the envelope that its
 * host sends, in our names, finished, and held against the family's own rules. `raw` is the whole input, the paths of issues
 * are those in it, and what the envelope says besides is in `metadata`.
 *
 * @returns never throws. A family without a list of questions refuses more than one.
 */
export function readRequest(
  input: unknown,
  family: RequestFormat,
  options: ParseOptions = {},
): ParseResult<AskUserRequest> {
  try {
    const envelope = opened(input, family.open ?? (() => undefined));
    const { input: source, shape = family.shape, path = '', beyond = [], metadata } = envelope;
    const { limits = family.limits, requestId = envelope.requestId } = options;
    const read = readSource(source, shape, family, beyond, { ...options, limits, requestId });
    const pathOf = pathsIn(source, shape);
    const inTheirs = (issues: readonly Issue[]) =>
      listed(
        within(
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
