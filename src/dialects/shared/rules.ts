import { isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import { fromJson } from '../../core/question/scan.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import { reading } from './envelope.js';
import type { Fields } from './shape.js';
import { readSource } from './source.js';

/** What a family's own rule says of each question and of its source; the rule's paths are fields of the question. */
export function findIn(
  request: AskUserRequest,
  rule: (question: Question, source: Fields) => readonly Issue[],
): readonly Issue[] {
  const { questions, pathOf } = readSource(request.raw);
  return request.questions.flatMap((question, i) =>
    // A getter may throw the second time.
    reading(() => {
      const source = fromJson(questions[i]);
      return rule(question, isRecord(source) ? source : {}).map((one) => ({ ...one, path: pathOf(i, one.path) }));
    }, []),
  );
}

type Finds = (request: AskUserRequest) => readonly Issue[];

/**
 * Adds a family's own rules to what was parsed: `beyond` its limits, which are issues where the parse is strict, and
 * `warnings`, which never are.
 */
export function withRules(
  parsed: ParseResult<AskUserRequest>,
  options: ParseOptions,
  beyond: Finds,
  warnings: Finds = () => [],
): ParseResult<AskUserRequest> {
  if (!parsed.ok) return parsed;
  const found = beyond(parsed.value);
  if (options.strict && found.length > 0) return { ok: false, issues: found };
  return { ...parsed, warnings: [...parsed.warnings, ...found, ...warnings(parsed.value)] };
}

/** The warning of a family that takes one choice a question, where several are asked for. */
export const severalAsked = (_question: Question, { multiSelect }: Fields): readonly Issue[] =>
  multiSelect === true || multiSelect === 'true'
    ? [{ code: 'dropped', path: 'multiSelect', message: 'Dropped. This tool takes one option a question.' }]
    : [];
