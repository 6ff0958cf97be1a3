import { validateHtmlPreview } from '../../core/question/html-preview.js';
import type { Limits } from '../../core/question/limits.js';
import { type Issue } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import type { Sources } from './fields.js';
import { type Fields, isBlank } from './values.js';

/** Finds violations of a rule of an agent's tool. */
export type Rule = (request: AskUserRequest, sources: Sources) => readonly Issue[];

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

/** Reports multi-select questions, for tools that allow one option per question. */
export const dropMultiSelect = forEachQuestion((_question, { multiSelect }) =>
  multiSelect === true || multiSelect === 'true'
    ? [{ code: 'dropped', path: 'multiSelect', message: 'Dropped. This tool allows one option per question.' }]
    : [],
);

export const requireIds = forEachQuestion((_question, { id }) =>
  id == null ? [{ code: 'missing', path: 'id', message: 'Missing. Send a unique string.' }] : [],
);

/** Reports options that are not strings, for tools whose options are only labels. */
export const requireTextOptions: Rule = ({ questions }, { optionsOf, pathOf }) =>
  questions.flatMap((_, i) =>
    optionsOf(i).flatMap((option, j): Issue[] =>
      typeof option === 'string'
        ? []
        : [{ code: 'type', path: pathOf(i, `options[${j}]`), message: 'Must be a string.' }],
    ),
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

export const FOUR_BY_FOUR: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4 };
