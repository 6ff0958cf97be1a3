import type { Answer, AnsweredResult, UnansweredResult } from '../../../core/answer/types.js';
import { defined, isBlank, isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest, Question, QuestionOption } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { formatUnanswered, getReason } from '../../wire/unanswered.js';
import { listOf } from '../../wire/envelope.js';
import { type Fields, fieldsIn } from '../../wire/fields.js';
import { type Key, keyedByText, keysOf, answersByKey, sameKeys } from '../../wire/keyed.js';
import { questionFields } from '../../wire/signature.js';
import {
  answeredOf,
  parseUnansweredFields,
  unansweredOf,
  type ParsedAnswer,
  textOf,
  textsOf,
  unanswered,
} from '../../wire/read-answer.js';
import { ruledBy, disallowOther } from '../../wire/read-request.js';
import { isRecommended, recommended, stripRecommendedSuffix } from '../../wire/recommended.js';
import { forEachQuestion } from '../../wire/rules.js';
import { CHOICES, optionIn, type Shape } from '../../wire/shape.js';
import type { ToolDialect } from '../../types.js';
import { vsCodeTool } from './tool.js';

const SHAPE: Shape = {
  ...CHOICES,
  question: { ...CHOICES.question, context: 'message' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0, headerRequired: true, headerMaxLength: 50 };

/** A question without a header is keyed by its text. */
const BY_HEADER: Key = { called: 'header', field: 'header', of: ({ header, question }) => header || question };

/** Answer to one question, as VS Code's model reads it. */
type VsCodeAnswer = {
  /** Labels of the selected options, in option order. */
  readonly selected: readonly string[];
  /** Custom text, or `null` without custom text. */
  readonly freeText: string | null;
  /** Whether the question was skipped or not answered. */
  readonly skipped: boolean;
};

/** Output of the `vsCode` dialect for an answered request. VS Code's model reads it as JSON. */
type VsCodeOutput = {
  /** Answers by header. A question without a header is keyed by its text. */
  readonly answers: Readonly<Record<string, VsCodeAnswer>>;
};

/** Output of the `vsCode` dialect for an unanswered request: a normal result in which every question is skipped. */
type VsCodeUnanswered = VsCodeOutput & {
  /** Status of the result. Absent for `cancelled`, which equals VS Code's output for dismissed questions. */
  readonly status?: Exclude<UnansweredResult['status'], 'cancelled'>;
  /** Reason of the result, or the issues of an `invalid` result as text. */
  readonly reason?: string;
};

/** Free text that VS Code writes as the answer to each question if nobody is there to answer. */
const AUTOMATIC_REPLY =
  'The user is not available to respond and will review your work later. Work autonomously and make good decisions.';

const SKIPPED: VsCodeAnswer = { selected: [], freeText: null, skipped: true };

const formatAnswer = ({ selected, custom, skipped }: Answer, options: readonly QuestionOption[]): VsCodeAnswer => ({
  selected: selected.map(({ index, label }) => stripRecommendedSuffix(options[index] ?? { label })),
  freeText: custom ?? null,
  skipped: skipped === true,
});

function formatAnswered(result: AnsweredResult, request: AskUserRequest): VsCodeOutput {
  const optionsOf = new Map(request.questions.map(({ id, options }) => [id, options]));
  const value = (answer: Answer) => formatAnswer(answer, optionsOf.get(answer.questionId) ?? []);
  return { answers: keyedByText(request, result, value, BY_HEADER) };
}

function formatUnansweredOutput(result: UnansweredResult, request: AskUserRequest): VsCodeUnanswered {
  const answers = Object.fromEntries(keysOf(request, BY_HEADER).map((key) => [key, { ...SKIPPED, selected: [] }]));
  if (result.status === 'cancelled') return { answers };
  return defined<VsCodeUnanswered>({ answers, status: result.status, reason: getReason(result) });
}

function asShown(question: Question, source: Fields): Question {
  const { allowFreeformInput, required } = source;
  const sources = listOf(fromJson(source['options']));
  const advised = (index: number) => fieldsIn(optionIn(sources[index], SHAPE))['recommended'] === true;
  const options = question.options.map((option, i) => (advised(i) ? recommended(option) : option));
  const asked = disallowOther({ ...question, options }, allowFreeformInput);
  return required === true ? ruledBy(asked, { required }) : asked;
}

const soleOption = forEachQuestion(({ options }, { allowFreeformInput }) => {
  if (options.length !== 1 || allowFreeformInput === true) return [];
  const message = 'A single option is not a choice. Send two or more, none, or allowFreeformInput: true.';
  return [{ code: 'too_few', path: 'options', message }];
});

const writeOption = (option: QuestionOption): Fields => ({
  label: stripRecommendedSuffix(option),
  ...(option.description !== undefined && { description: option.description }),
  ...(isRecommended(option) && { recommended: true }),
});

function parseAnswer(answer: unknown): ParsedAnswer | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return undefined;
  return { names: textsOf(answer['selected']), custom: textOf(answer['freeText']) };
}

const isAutomatic = ({ names = [], custom }: ParsedAnswer = {}): boolean =>
  names.length === 0 && custom === AUTOMATIC_REPLY;

/**
 * VS Code's `vscode_askQuestions` (`#askQuestions`).
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: { [header]: { selected: string[], freeText: string \| null, skipped: boolean } } }` |
 * | cancelled | a normal result in which every question is skipped, as VS Code returns for dismissed questions |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same with `status`, and with `reason` if there is one |
 *
 * The model text is the output as JSON. For an unanswered request it adds a sentence that states why.
 *
 * - If every question was skipped, the answer is parsed as cancelled. If VS Code replied in place of an absent user, it
 *   is parsed as unavailable.
 * - Labels with commas, texts that equal a label, and custom text beside selected options are preserved. Equal labels
 *   are ambiguous.
 * - If two questions have the same header, the second is keyed `header (2)` and `parse` reports it. A question
 *   without a header is keyed by its text.
 * - Notes and previews are not returned.
 * - `message` is shown as the context. A `recommended` option is shown with a badge, and its label is returned as the
 *   model wrote it. VS Code preselects that option, but the dialog does not.
 * - `allowFreeformInput: false` disallows custom text for questions with options. `required: true` disallows skipping.
 *   A single option requires `allowFreeformInput: true`.
 * - The type of VS Code's view, `IChatQuestion`, is not parsed.
 *
 * Source: microsoft/vscode 0771068, `askQuestionsTool.ts`.
 */
export const vsCode: ToolDialect<VsCodeOutput, VsCodeUnanswered> = defineDialect({
  name: 'vsCode',
  agent: 'VS Code `vscode_askQuestions`',
  tool: vsCodeTool,
  capabilities: { keyedBy: 'header', multiSelect: 'list', customText: 'separate' },
  shape: SHAPE,
  limits: LIMITS,
  finish: asShown,
  beyond: [sameKeys(BY_HEADER), soleOption],
  signature: (source) =>
    questionFields(source).some(
      ({ allowFreeformInput, options }) =>
        typeof allowFreeformInput === 'boolean' ||
        listOf(fromJson(options)).some((option) => typeof fieldsIn(option)['recommended'] === 'boolean'),
    ),
  write: {
    extra: ({ options, constraints }, i, request) => ({
      header: keysOf(request, BY_HEADER)[i],
      ...(options.length > 0 && { options: options.map(writeOption) }),
      ...(constraints?.allowCustom === false && { allowFreeformInput: false }),
      ...(options.length === 1 && constraints?.allowCustom !== false && { allowFreeformInput: true }),
    }),
    constraints: ['allowCustom'],
  },
  formatAnswered,
  formatUnansweredOutput,
  unansweredText: (output, _request, result) => `${JSON.stringify(output)}\n${formatUnanswered(result)}`,
  expected: '{ answers: { [header]: { selected } } }',
  readResult(output, request) {
    const fields = fieldsIn(output);
    if (!isRecord(fields['answers'])) return undefined;
    if ('status' in fields) return parseUnansweredFields(fields);
    const read = answersByKey(request, fields['answers'], parseAnswer, BY_HEADER);
    const parsed = read.map((answer) => (isAutomatic(answer) ? undefined : answer));
    const empty = ({ names = [], custom = '' }: ParsedAnswer = {}) => names.length === 0 && isBlank(custom);
    if (!parsed.every(empty)) return answeredOf(request, parsed);
    return read.some(isAutomatic)
      ? unanswered({ status: 'unavailable', reason: AUTOMATIC_REPLY })
      : unansweredOf('cancelled');
  },
});
