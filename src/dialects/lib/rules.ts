import { validateHtmlPreview } from '../../core/question/html-preview.js';
import type { Limits } from '../../core/question/limits.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { issue } from './issues.js';
import type { Sources } from './fields.js';
import { type Fields, isBlank } from './values.js';

/** Finds violations of a rule of an agent's tool. */
export type Rule = (request: AskUserRequest, sources: Sources) => readonly Issue[];

/**
 * Creates a rule from a check of one question, with its fields and its options as the agent wrote them. The paths of its
 * issues start at the question, and can use the names of `Question` or of the source.
 */
export const forEachQuestion =
  (
    rule: (question: Question, source: Fields, options: readonly unknown[]) => readonly (Issue | false | undefined)[],
  ): Rule =>
  ({ questions }, { fieldsOf, optionsOf, pathOf }) =>
    questions.flatMap((question, i) =>
      rule(question, fieldsOf(i), optionsOf(i)).flatMap((one) => (one ? [{ ...one, path: pathOf(i, one.path) }] : [])),
    );

/** Reports multi-select questions, for tools that allow one option per question. */
export const dropMultiSelect = forEachQuestion((_question, { multiSelect }) => [
  (multiSelect === true || multiSelect === 'true') &&
    issue('dropped', 'multiSelect', 'Dropped. This tool allows one option per question.'),
]);

export const requireIds = forEachQuestion((_question, { id }) => [
  id == null && issue('missing', 'id', 'Missing. Send a unique string.'),
]);

/** Reports options that are not strings, for tools whose options are only labels. */
export const requireTextOptions = forEachQuestion((_question, _source, options) =>
  options.map((option, i) => typeof option !== 'string' && issue('type', `options[${i}]`, 'Must be a string.')),
);

export const checkHtmlPreviews = forEachQuestion(({ question, options }) =>
  options.map(({ label, preview }, i) => {
    const wrong = validateHtmlPreview(preview);
    const message = `Option "${label}" in question "${question}": ${wrong}`;
    return wrong !== null && issue('preview', `options[${i}].preview`, message);
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
): readonly (Issue | undefined)[] {
  return options.map(labelOf).map((label, i) => {
    const path = `options[${i}].label`;
    if (filled && isBlank(label)) return issue('empty', path, 'Must not be blank.');
    if (reserved.includes(label))
      return issue('reserved', path, `"${label}" is reserved by the tool. Use another label.`);
    if (label.length <= maxLength) return undefined;
    return issue('too_long', path, `Must have at most ${maxLength} characters, has ${label.length}.`);
  });
}

/** 1-4 questions. A question with options has 2-4 of them. */
export const UP_TO_FOUR: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4 };
