import { isBlank } from '../../core/guards.js';
import { validateHtmlPreview } from '../../core/question/html-preview.js';
import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { tryRead } from './envelope.js';
import type { Fields } from './fields.js';
import { DEFAULT_SHAPE, type Shape, type Sources, sourcesOf } from './shape.js';
import { unreadFields } from './unread.js';

export type Rule = (request: AskUserRequest, sources: Sources) => readonly Issue[];

export interface Rules {
  /** Rules whose violations are warnings, or issues if the parse is strict. */
  readonly beyond?: readonly Rule[];
  /** Rules whose violations are always warnings. */
  readonly advice?: readonly Rule[];
}

/**
 * Creates a rule from a check of one question. The paths of its issues start at the question, and can use the names of
 * `Question` or of the source.
 */
export const forEachQuestion =
  (rule: (question: Question, source: Fields) => readonly Issue[]): Rule =>
  ({ questions }, { fieldsOf, pathOf }) =>
    questions.flatMap((question, i) =>
      rule(question, fieldsOf(i)).map((one) => ({ ...one, path: pathOf(i, one.path) })),
    );

/**
 * Adds the violations of an agent's rules to the warnings of a parsed request, and the fields that have a meaning but
 * were not read. If the parse is strict, violations of `beyond` are issues.
 */
export function withRules(
  parsed: ParseResult<AskUserRequest>,
  source: unknown,
  { beyond = [], advice = [] }: Rules,
  strict: boolean | undefined,
  shape: Shape = DEFAULT_SHAPE,
): ParseResult<AskUserRequest> {
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  // A getter can throw when it is read again.
  const find = (rules: readonly Rule[]) =>
    tryRead(() => {
      const sources = rules.length > 0 ? sourcesOf(source, shape) : undefined;
      return sources ? rules.flatMap((rule) => rule(value, sources)) : [];
    }, []);
  const found = find(beyond);
  if (strict && found.length > 0) return { ok: false, issues: limitIssues(found) };
  const warnings = [...parsed.warnings, ...found, ...find(advice)];
  const reported = new Set(warnings.map(({ path }) => path));
  const unread = find([unreadFields]).filter(({ path }) => !reported.has(path));
  return { ok: true, value, warnings: limitIssues([...warnings, ...unread]) };
}

/** Reports multi-select questions, for tools that allow one option per question. */
export const dropMultiSelect = forEachQuestion((_question, { multiSelect }) =>
  multiSelect === true || multiSelect === 'true'
    ? [{ code: 'dropped', path: 'multiSelect', message: 'Dropped. This tool allows one option per question.' }]
    : [],
);

export const requireIds = forEachQuestion((_question, { id }) =>
  id == null ? [{ code: 'missing', path: 'id', message: 'Missing. Send a unique string.' }] : [],
);

export const checkHtmlPreviews = forEachQuestion(({ question, options }) =>
  options.flatMap(({ label, preview }, i): Issue[] => {
    const wrong = validateHtmlPreview(preview);
    const message = `Option "${label}" in question "${question}": ${wrong}`;
    return wrong === null ? [] : [{ code: 'preview', path: `options[${i}].preview`, message }];
  }),
);

export interface LabelRules {
  /** Labels that the agent's dialog uses itself. */
  readonly reserved?: readonly string[];
  /** Maximum length in UTF-16 code units. */
  readonly maxLength?: number;
  /** Whether blank labels are reported. */
  readonly filled?: boolean;
}

/** Returns the first issue of each option label. `labelOf` returns the label that the model wrote. */
export function checkLabels(
  options: readonly QuestionOption[],
  { reserved = [], maxLength = Infinity, filled = false }: LabelRules,
  labelOf = ({ label }: QuestionOption): string => label,
): readonly Issue[] {
  return options.map(labelOf).flatMap((label, i): Issue[] => {
    const path = `options[${i}].label`;
    if (filled && isBlank(label)) return [{ code: 'empty', path, message: 'Must not be blank.' }];
    if (reserved.includes(label)) {
      return [{ code: 'reserved', path, message: `"${label}" is reserved by the tool. Use another label.` }];
    }
    if (label.length <= maxLength) return [];
    return [{ code: 'too_long', path, message: `Must have at most ${maxLength} characters, has ${label.length}.` }];
  });
}
