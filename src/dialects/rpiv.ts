import type { Answer, AnsweredResult, AskUserRequest, Issue, Limits, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { PREVIEW_FIELDS, questionFields } from './lib/fields.js';
import { lossIssue } from './lib/issues.js';
import { withSkipped } from './lib/keys.js';
import { besideQuotes, inQuotes } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkLabels, forEachQuestion, UP_TO_FOUR, type LabelRules } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, listOf, textOf, textsOf } from './lib/values.js';
import { unlessRefused, withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** RPIV's `ask_user_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user_question',
  label: 'Ask User Question',
  description:
    'Ask the user 1-4 questions, each with 2-4 options, if only the user can decide. The user can always type ' +
    'another answer, so do not add an option for that. The labels "Other", "Type something." and "Next" are ' +
    'reserved. The texts of the questions must differ, and so must the labels of a question.',
  inputSchema: object({
    questions: list('1-4 questions', [1, 4], {
      question: text('The complete question, ending with a question mark'),
      header: text('Short label for the question, at most 16 characters', { maxLength: 16 }),
      options: list('2-4 options', [2, 4], {
        label: text('The option in at most 60 characters. It is returned as the answer', { maxLength: 60 }),
        description: text('What this option means'),
        preview: optional(text('Preview in Markdown, shown beside the options. Only for single-select questions')),
      }),
      multiSelect: optional(flag('Whether the user can select several options', { default: false })),
    }),
  }),
};

const LIMITS: Limits = {
  ...UP_TO_FOUR,
  optionsRequired: true,
  headerRequired: true,
  headerMaxLength: 16,
  descriptionRequired: true,
  uniqueQuestions: true,
  uniqueLabels: true,
};
const LABELS: LabelRules = { reserved: ['Other', 'Type something.', 'Next'], maxLength: 60 };

const DECLINED = 'User declined to answer questions';
const NO_INPUT = '(no input)';

const checkReservedLabels = forEachQuestion(({ options }) => checkLabels(options, LABELS));

/** One answer in the `details` of the tool's result. */
type RpivAnswer = {
  /** Index of the question, from 0. */
  readonly questionIndex: number;
  /** Question text. */
  readonly question: string;
  /** `option`: one option. `multi`: options of a multi-select question. `custom`: no option. */
  readonly kind: 'option' | 'custom' | 'multi';
  /** The label or the custom text. `null` for `multi` and for a skipped question with notes. */
  readonly answer: string | null;
  /** For `multi`: labels in option order, then the custom text. */
  readonly selected?: string[];
  /** Notes of the user. */
  readonly notes?: string;
  /** Preview of the selected option, only for single-select questions. */
  readonly preview?: string;
};

/** Output of the `rpiv` dialect for an answered request: the `details` of the tool's result. */
type RpivOutput = {
  /** Answers in question order, without skipped questions that have no notes. */
  readonly answers: RpivAnswer[];
  /** Marks the request as answered. */
  readonly cancelled: false;
};

/** Codes of the tool for an invalid call. */
type RpivInvalidCode =
  | 'no_questions'
  | 'too_many_questions'
  | 'duplicate_question'
  | 'empty_options'
  | 'reserved_label'
  | 'duplicate_option_label';

/** Output of the `rpiv` dialect for an unanswered request. */
type RpivUnanswered = {
  /** Always empty. */
  readonly answers: never[];
  /** Marks the request as unanswered. */
  readonly cancelled: true;
  /** Code for an invalid call, or `no_ui` for `unavailable` and `connectionLost`. Absent for every other status. */
  readonly error?: RpivInvalidCode | 'no_ui';
};

/** Maps issues of `parse`, by their code and path, to the codes of the tool. The first entry that matches applies. */
const CODES: readonly (readonly [code: string, field: RegExp, RpivInvalidCode])[] = [
  ['too_many', /^$|questions$/, 'too_many_questions'],
  ['duplicate', /question$/, 'duplicate_question'],
  ['too_few', /options$/, 'empty_options'],
  ['reserved', /label$/, 'reserved_label'],
  ['duplicate', /label$|options\[\d+\]$/, 'duplicate_option_label'],
];
const INVALID: readonly unknown[] = ['no_questions', ...CODES.map(([, , name]) => name)];

const invalidCode = (issues: readonly Issue[]): RpivInvalidCode =>
  CODES.find(([code, field]) => issues.some((issue) => issue.code === code && field.test(issue.path)))?.[2] ??
  'no_questions';

function answerFields({ selected, custom, answer, skipped }: Answer): Pick<RpivAnswer, 'kind' | 'answer' | 'selected'> {
  if (skipped || selected.length === 0) return { kind: 'custom', answer: custom ?? null };
  return typeof answer === 'string'
    ? { kind: 'option', answer }
    : { kind: 'multi', answer: null, selected: [...answer] };
}

function formatAnswer(answer: Answer, { questions }: AskUserRequest): RpivAnswer {
  const { questionId, question, selected, selectedOption, notes } = answer;
  const questionIndex = questions.findIndex(({ id }) => id === questionId);
  // `selectedOption` is absent for multi-select questions.
  const preview = selectedOption === undefined ? '' : selected[0]?.preview;
  return { questionIndex, question, ...answerFields(answer), ...(notes && { notes }), ...(preview && { preview }) };
}

function formatUnanswered(result: UnansweredResult): RpivUnanswered {
  if (result.status === 'invalid') return { answers: [], cancelled: true, error: invalidCode(result.issues) };
  const gone = result.status === 'unavailable' || result.status === 'connectionLost';
  return { answers: [], cancelled: true, ...(gone && { error: 'no_ui' }) };
}

function answerText({ question, answer, selected, preview, notes }: RpivAnswer): string {
  const parts = [`${inQuotes(question)}=${inQuotes(selected?.join(', ') ?? answer ?? NO_INPUT)}`];
  if (preview) parts.push(`selected preview: ${preview}`);
  if (notes) parts.push(`user notes: ${besideQuotes(notes)}`);
  return `${parts.join('. ')}.`;
}

function answersText(result: AnsweredResult, request: AskUserRequest): string {
  const given = result.answers.filter(({ skipped }) => !skipped);
  const segments = given.map((answer) => answerText(formatAnswer(answer, request)));
  if (segments.length === 0) return '';
  return `User has answered your questions: ${segments.join(' ')} You can now continue with the user's answers in mind.`;
}

function parseAnswer(answer: unknown): ParsedAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  const { kind } = answer;
  const notes = textOf(answer['notes']);
  if (kind === 'custom') return { custom: textOf(answer['answer']), notes };
  return { names: textsOf(answer[kind === 'multi' ? 'selected' : 'answer']), notes };
}

/**
 * RPIV's `ask_user_question` for pi: 1-4 questions with 2-4 options each. `parse` reports headers above 16 UTF-16 code
 * units, and labels above 60.
 *
 * `formatResult` returns the `details` of the tool's result.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: [{ questionIndex, question, kind, answer, selected?, notes?, preview? }], cancelled: false }` |
 * | declined, cancelled, aborted, superseded, timedOut | `{ answers: [], cancelled: true }`: the agent cannot distinguish them |
 * | connectionLost, unavailable | the same with `error: 'no_ui'` |
 * | invalid | the same with the tool's code for a violated rule as the `error`, or `no_questions` |
 *
 * For a multi-select question, the custom text follows the labels in `selected`. Without selected options it is
 * `kind: 'custom'`. Skipped questions are omitted. With notes they are `kind: 'custom'` with the answer `null`.
 *
 * For an answered request, `toModelText` returns RPIV's text of the answers, and a sentence of this package names the
 * skipped questions. Questions, answers, and notes that contain quotation marks are written as JSON, which RPIV does not
 * do. For cancelled, and for declined without `discuss`, the model text starts with RPIV's
 * `User declined to answer questions`. The reason is not in the output.
 *
 * - Labels with commas, notes, and equal question texts are preserved. Equal labels are ambiguous. Beside
 *   selected options, custom text that equals a label is parsed as that option.
 * - A preview is returned only for single-select questions.
 * - `parseResult` drops the `globalNote` of an answered request with a warning, because `AskUserResult` cannot
 *   represent it.
 * - `formatRequest` adds missing headers and empty descriptions. A request that RPIV's checks would reject is an issue.
 *
 * Source: `@juicesharp/rpiv-ask-user-question` 2.11.0.
 */
export const rpiv: ToolDialect<RpivOutput, RpivUnanswered> = defineAgentDialect({
  name: 'rpiv',
  agent: 'RPIV `ask_user_question`',
  tool,
  limits: LIMITS,
  capabilities: {
    keyedBy: 'index',
    multiSelect: 'list',
    notes: true,
    previews: true,
    statuses: ['cancelled', 'unavailable', 'invalid'],
  },
  parse: (input, options) => readRequest(input, { fields: PREVIEW_FIELDS, rules: [checkReservedLabels] }, options),
  // RPIV's messages to other extensions contain `hasPreview` in place of each preview.
  matches: (source) =>
    questionFields(source).some(({ options }) =>
      listOf(fromJson(options)).some((one) => typeof fieldsIn(one)['hasPreview'] === 'boolean'),
    ),
  formatRequest: (request) => unlessRefused(writeRequest(request, PREVIEW_FIELDS, { limits: LIMITS }), rpiv.parse),
  format(result, request) {
    const given = result.answers.filter(({ skipped, notes }) => !skipped || notes !== undefined);
    return { answers: given.map((answer) => formatAnswer(answer, request)), cancelled: false };
  },
  formatUnanswered,
  answeredText: (_output, request, result) => withSkipped(answersText(result, request), request, result, ' '),
  sentences: { declined: DECLINED, cancelled: DECLINED },
  parseResult(output, request) {
    const { cancelled, error, globalNote, answers: given } = fieldsIn(output);
    if (!Array.isArray(given)) return notAResult('{ answers, cancelled }');
    const answers = listOf(given);
    if (cancelled === true) {
      if (INVALID.includes(error)) return unanswered('invalid');
      return typeof error === 'string' ? unanswered('unavailable', error) : unanswered('cancelled');
    }
    const found = (index: number) => answers.find((one) => fieldsIn(one)['questionIndex'] === index);
    const read = answered(request, (_, i) => parseAnswer(found(i)));
    return textOf(globalNote)
      ? withWarnings(read, [lossIssue('globalNote', 'A result cannot represent a note on the whole request.')])
      : read;
  },
});
