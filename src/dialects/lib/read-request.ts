import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question } from '../../core/question/types.js';
import { type Unwrap, unwrapEnvelope } from './envelope.js';
import { type FieldNames, pathsIn, sourcesOf, toPlain } from './fields.js';
import { issue, prefixPath, succeed } from './issues.js';
import { dropMultiSelect, type Rule } from './rules.js';
import { unreadFields } from './unread.js';
import { type Fields, tryRead } from './values.js';

/** How an agent writes its questions. */
interface RequestFormat {
  /** The agent's names for our fields. */
  readonly fields: FieldNames;
  /** Unwraps the input, such as a message that the agent's host sends. By default, the input itself is the request. */
  readonly unwrap?: Unwrap;
  /** Whether the format has only single-select questions. `multiSelect` is then dropped with a warning. */
  readonly singleSelect?: boolean;
  /**
   * Changes a parsed question in ways that the names cannot express, such as by adding constraints and values. `source`
   * contains its fields as the agent wrote them, and `options` its options.
   */
  readonly mapQuestion?: (question: Question, source: Fields, options: readonly unknown[]) => Question;
  /** Rules whose violations are warnings, or issues if the parse is strict. */
  readonly rules?: readonly Rule[];
  /** Rules whose violations are always warnings. */
  readonly advice?: readonly Rule[];
}

export const withConstraints = (question: Question, constraints: Constraints): Question => ({
  ...question,
  constraints: { ...question.constraints, ...constraints },
});

/** Disallows custom text if `other` is `false`. Questions without options always allow it. */
export const disallowOther = (question: Question, other: unknown): Question =>
  other === false && question.options.length > 0 ? withConstraints(question, { allowCustom: false }) : question;

/**
 * Parses a request in a dialect's format. The paths of issues refer to the whole input.
 *
 * Adds the violations of the agent's rules, and the fields that have a meaning but were not read, to the warnings. If
 * the parse is strict, the violations of `rules` are issues.
 *
 * @throws If the input throws when it is read.
 */
export function readRequest(input: unknown, format: RequestFormat, options: ParseOptions): ParseResult<AskUserRequest> {
  const { unwrap = () => undefined, singleSelect, mapQuestion, rules = [], advice = [] } = format;
  const envelope = unwrapEnvelope(input, unwrap);
  const { input: source, fields: names = format.fields, path = '', issues: violations = [], metadata } = envelope;
  const { requestId = envelope.requestId, strict, values } = options;

  const pathOf = pathsIn(source, names);
  const inTheirs = (issues: readonly Issue[]) => {
    const named = issues.map((issue) => ({ ...issue, path: issue.path && pathOf(issue.path) }));
    return limitIssues(prefixPath(path, named));
  };
  const refused = (issues: readonly Issue[]) => ({ ok: false, issues: inTheirs(issues) }) as const;

  const parsed = parseRequest(toPlain(source, names, values), { ...options, requestId });
  if (!parsed.ok) return refused(parsed.issues);
  if (names.list === undefined && parsed.value.questions.length > 1) {
    return refused([issue('too_many', 'questions', 'This tool asks one question per call. Send one.')]);
  }
  const sources = sourcesOf(source, names);
  const { allowCustom } = names.question;
  const questions = parsed.value.questions.map((one, i) => {
    const fields = sources.fieldsOf(i);
    const single = singleSelect ? { ...one, multiSelect: false } : one;
    const question = disallowOther(single, allowCustom && fields[allowCustom]);
    return mapQuestion?.(question, fields, sources.optionsOf(i)) ?? question;
  });
  const request = {
    ...parsed.value,
    questions,
    ...(metadata && { metadata: { ...parsed.value.metadata, ...metadata } }),
  };

  // A getter can throw when it is read again.
  const find = (which: readonly Rule[]) => tryRead(() => which.flatMap((rule) => rule(request, sources)), []);
  const beyond = [...violations, ...find(rules)];
  if (strict && beyond.length > 0) return refused(limitIssues(beyond));
  const more = find(singleSelect ? [dropMultiSelect, ...advice] : advice);
  const warnings = inTheirs(limitIssues([...parsed.warnings, ...beyond, ...more]));
  const reported = new Set(warnings.map((issue) => issue.path));
  const unread = inTheirs(find([unreadFields])).filter((issue) => !reported.has(issue.path));
  return succeed(request, limitIssues([...warnings, ...unread]));
}
