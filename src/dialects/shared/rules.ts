import { isBlank } from '../../core/guards.js';
import { validateHtmlPreview } from '../../core/question/html-preview.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { reading } from './envelope.js';
import type { Fields } from './fields.js';
import { listed } from './issues.js';
import { PLAIN, type Shape, type Sources, sourcesOf } from './shape.js';

/** What a family's own rule says of a request. */
export type Rule = (request: AskUserRequest, sources: Sources) => readonly Issue[];

/** A family's own rules. */
export interface Rules {
  /** What is beyond its limits: warnings, or issues where the parse is strict. */
  readonly beyond?: readonly Rule[];
  /** What its agent should know besides: warnings. */
  readonly advice?: readonly Rule[];
}

/** A rule of what it says of each question and of its source. Its paths are fields of the question, in our names. */
export const each =
  (rule: (question: Question, source: Fields) => readonly Issue[]): Rule =>
  ({ questions }, { fieldsOf, pathOf }) =>
    questions.flatMap((question, i) =>
      rule(question, fieldsOf(i)).map((one) => ({ ...one, path: pathOf(i, one.path) })),
    );

/** Adds a family's own rules to what was parsed from `source`, which is no JSON text. Never throws. */
export function withRules(
  parsed: ParseResult<AskUserRequest>,
  source: unknown,
  { beyond = [], advice = [] }: Rules,
  strict: boolean | undefined,
  shape: Shape = PLAIN,
): ParseResult<AskUserRequest> {
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  // A getter may throw the second time. The parsed questions say all there is to know then.
  const find = (rules: readonly Rule[]) =>
    reading(() => {
      const sources = rules.length > 0 ? sourcesOf(source, shape) : undefined;
      return sources ? rules.flatMap((rule) => rule(value, sources)) : [];
    }, []);
  const found = find(beyond);
  if (strict && found.length > 0) return { ok: false, issues: listed(found) };
  return { ok: true, value, warnings: listed([...parsed.warnings, ...found, ...find(advice)]) };
}

/** For a family that takes one choice a question: where several are asked for. */
export const severalAsked = each((_question, { multiSelect }) =>
  multiSelect === true || multiSelect === 'true'
    ? [{ code: 'dropped', path: 'multiSelect', message: 'Dropped. This tool takes one option a question.' }]
    : [],
);

/** For a family whose questions have ids: those without one. */
export const withoutId = each((_question, { id }) =>
  id == null ? [{ code: 'missing', path: 'id', message: 'Missing. Send a text that no other question has.' }] : [],
);

/** For previews that are HTML: what is wrong with them. */
export const badHtmlPreviews = each(({ question, options }) =>
  options.flatMap(({ label, preview }, i): Issue[] => {
    const wrong = validateHtmlPreview(preview);
    const message = `Option "${label}" in question "${question}": ${wrong}`;
    return wrong === null ? [] : [{ code: 'preview', path: `options[${i}].preview`, message }];
  }),
);

/** What a family asks of the labels of options, beyond `Limits`. */
export interface LabelRules {
  /** Labels that its host has for rows of its own. */
  readonly reserved?: readonly string[];
  /** In UTF-16 units, as `length` counts. */
  readonly maxLength?: number;
  /** A label must have more in it than white space. */
  readonly filled?: boolean;
}

/** What stands against the labels of a question's options, as their model wrote them. */
export function brokenLabels(
  options: readonly QuestionOption[],
  { reserved = [], maxLength = Infinity, filled = false }: LabelRules,
  labelOf = ({ label }: QuestionOption): string => label,
): readonly Issue[] {
  return options.map(labelOf).flatMap((label, i): Issue[] => {
    const path = `options[${i}].label`;
    if (filled && isBlank(label)) return [{ code: 'empty', path, message: 'Is blank. Send a text.' }];
    if (reserved.includes(label)) {
      return [{ code: 'reserved', path, message: `"${label}" is a row of the tool's own. Name the option otherwise.` }];
    }
    if (label.length <= maxLength) return [];
    return [{ code: 'too_long', path, message: `Has a length of ${label.length}. Make it at most ${maxLength}.` }];
  });
}
