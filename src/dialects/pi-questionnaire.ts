import type { Answer, AskUserRequest, Limits, Question, QuestionOption } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { type FieldNames, questionFields } from './lib/fields.js';
import { issue } from './lib/issues.js';
import { questionOf, withSkipped } from './lib/keys.js';
import { onOneLine } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer, wireName } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion, requireIds } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { unanswered } from './lib/unanswered.js';
import { type Fields, fieldsIn, fromJson, isRecord, listOf, textOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** pi's `questionnaire`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'questionnaire',
  label: 'Questionnaire',
  description:
    'Ask the user one or more questions, each with options of which the user selects one. Use it for decisions, ' +
    'preferences and confirmations that only the user can give. Ask all related questions in one call.',
  inputSchema: object({
    questions: list('The questions, in the order in which the user sees them', {
      id: text('Unique id. The answer is returned under it'),
      label: optional(text('Short label for the tab. Default: Q1, Q2, …')),
      prompt: text('The complete question'),
      options: list('Options that the user can select', {
        value: text('Value that is returned if the user selects this option'),
        label: text('Text that the user sees'),
        description: optional(text('What this option means')),
      }),
      allowOther: optional(flag('Whether the user can type another answer. Default: true')),
    }),
  }),
};

const FIELDS: FieldNames = {
  list: 'questions',
  question: { id: 'id', question: 'prompt', header: 'label', options: 'options', allowCustom: 'allowOther' },
  option: { label: 'label', description: 'description' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0 };

function mapQuestion(question: Question, _source: Fields, sources: readonly unknown[]): Question {
  const valueAt = (index: number) => textOf(fieldsIn(sources[index])['value']);
  return {
    ...question,
    options: question.options.map((option, i) => ({ ...option, value: valueAt(i) ?? option.label })),
  };
}

/** Reports a missing `prompt` or `value`, which pi's schema requires. `parse` then reads `question` or the label. */
const requirePromptAndValues = forEachQuestion((_question, { prompt }, options) => [
  typeof prompt !== 'string' && issue('missing', 'prompt', 'Missing. Send the question.'),
  ...options.map(
    (option, i) =>
      typeof fieldsIn(option)['value'] !== 'string' &&
      issue('missing', `options[${i}].value`, 'Missing, so the label is returned. Send a string.'),
  ),
]);

/** A question of the questionnaire, with defaults for fields that the model omitted. */
type PiQuestionnaireQuestion = {
  /** ID of the question. */
  readonly id: string;
  /** Short name of the question. Defaults to `Q1`, `Q2`, and so on. */
  readonly label: string;
  /** Question text. */
  readonly prompt: string;
  /** Options of the question. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly description?: string }[];
  /** Whether custom text is allowed. */
  readonly allowOther: boolean;
};

/** One answer of the questionnaire. */
type PiQuestionnaireAnswer = {
  /** ID of the question. */
  readonly id: string;
  /** Value of the selected option, or the custom text if `wasCustom`. */
  readonly value: string;
  /** Label of the selected option, or the custom text if `wasCustom`. */
  readonly label: string;
  /** Whether the answer is custom text. */
  readonly wasCustom: boolean;
  /** Number of the selected option, from 1. Absent if `wasCustom`. */
  readonly index?: number;
};

/** Output of the `piQuestionnaire` dialect for an answered request: the `details` of the tool's result. */
type PiQuestionnaireOutput = {
  /** Questions as parsed, with defaults for missing fields. */
  readonly questions: readonly PiQuestionnaireQuestion[];
  /** Answers in question order, without skipped questions. */
  readonly answers: readonly PiQuestionnaireAnswer[];
  /** Marks the request as answered. */
  readonly cancelled: false;
};

/** Output of the `piQuestionnaire` dialect for an unanswered request. */
type PiQuestionnaireUnanswered = {
  /** Questions as parsed, with defaults for missing fields. */
  readonly questions: readonly PiQuestionnaireQuestion[];
  /** Always empty. */
  readonly answers: readonly never[];
  /** Marks the request as unanswered. */
  readonly cancelled: true;
};

const allowsOther = ({ constraints }: Question): boolean => constraints?.allowCustom !== false;

const formatOption = (option: QuestionOption): PiQuestionnaireQuestion['options'][number] => {
  const { label, description } = option;
  return { value: wireName(option), label, ...(description !== undefined && { description }) };
};

const labelOf = ({ header }: Question, index: number): string => header || `Q${index + 1}`;

const formatQuestions = ({ questions }: AskUserRequest): PiQuestionnaireQuestion[] =>
  questions.map((question, i) => ({
    id: question.id,
    label: labelOf(question, i),
    prompt: question.question,
    options: question.options.map(formatOption),
    allowOther: allowsOther(question),
  }));

function formatAnswer(answer: Answer, request: AskUserRequest): PiQuestionnaireAnswer {
  const { questionId: id, selected, custom = '' } = answer;
  const [chosen] = selected;
  if (chosen === undefined) return { id, value: custom, label: custom, wasCustom: true };
  const { index, label } = chosen;
  const option = questionOf(answer, request)?.options[index];
  return { id, value: option ? wireName(option) : label, label, wasCustom: false, index: index + 1 };
}

function answerLine(answer: Answer, request: AskUserRequest): string {
  const at = request.questions.findIndex(({ id }) => id === answer.questionId);
  const question = request.questions[at];
  const { label, wasCustom, index } = formatAnswer(answer, request);
  const summary = wasCustom ? `user wrote: ${onOneLine(label)}` : `user selected: ${index}. ${label}`;
  const notes = answer.notes === undefined ? '' : ` (user notes: ${onOneLine(answer.notes)})`;
  return `${question ? labelOf(question, at) : answer.questionId}: ${summary}${notes}`;
}

function parseAnswer(answer: unknown, { options }: Question): ParsedAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  const value = textOf(answer['value']);
  const { index } = answer;
  if (answer['wasCustom'] === true) return { custom: value };
  if (typeof index === 'number' && options[index - 1]) return { indexes: [index - 1] };
  return { names: value === undefined ? [] : [value] };
}

/**
 * `questionnaire`, one of pi's example extensions: single-select questions with IDs, whose options have values.
 *
 * `formatResult` returns the `details` of the tool's result.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ questions, answers: [{ id, value, label, wasCustom, index? }], cancelled: false }`, with `index` from 1 |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ questions, answers: [], cancelled: true }`: the agent cannot distinguish them |
 *
 * The model text has a line `<label>: user selected: 2. Foo` or `<label>: user wrote: words` for each answer, followed
 * by its notes. Custom text and notes with a line break are written as JSON. Another line names the skipped questions. Only `toModelText` contains the status and the reason.
 *
 * - Multi-select is not supported: `parse` and `formatRequest` drop it with a warning.
 * - `allowOther: false` disallows custom text for questions with options.
 * - Labels with commas, equal labels, equal values, and equal question texts are preserved.
 * - Notes are only in the model text. Previews are not supported.
 *
 * Source: `@earendil-works/pi-coding-agent` 1.6.0, `examples/extensions/questionnaire.ts`.
 */
export const piQuestionnaire: ToolDialect<PiQuestionnaireOutput, PiQuestionnaireUnanswered> = defineAgentDialect({
  name: 'piQuestionnaire',
  agent: 'pi `questionnaire`',
  tool,
  limits: LIMITS,
  capabilities: {
    keyedBy: 'id',
    optionsBy: 'index',
    multiSelect: 'unsupported',
    customText: 'separate',
    statuses: ['cancelled'],
  },
  parse: (input, options) =>
    readRequest(
      input,
      { fields: FIELDS, singleSelect: true, mapQuestion, rules: [requireIds, requirePromptAndValues] },
      options,
    ),
  matches(source) {
    const questions = questionFields(source);
    const ours = ({ prompt, options }: Fields) => typeof prompt === 'string' && Array.isArray(fromJson(options));
    return questions.length > 0 && questions.every(ours);
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      limits: LIMITS,
      keyedByIndex: true,
      extra: ({ options }) => ({ options: options.map(formatOption) }),
    }),
  format: (result, request) => ({
    questions: formatQuestions(request),
    answers: result.answers.flatMap((answer) => (answer.skipped ? [] : [formatAnswer(answer, request)])),
    cancelled: false,
  }),
  formatUnanswered: (_result, request) => ({ questions: formatQuestions(request), answers: [], cancelled: true }),
  answeredText(_output, request, result) {
    const lines = result.answers.filter(({ skipped }) => !skipped).map((answer) => answerLine(answer, request));
    return withSkipped(lines.join('\n'), request, result);
  },
  sentences: { cancelled: 'User cancelled the questionnaire' },
  parseResult(output, request) {
    const { answers, cancelled } = fieldsIn(output);
    if (!Array.isArray(answers)) return notAResult('{ questions, answers, cancelled }');
    if (cancelled === true) return unanswered('cancelled');
    const found = (id: string) => listOf(answers).find((answer) => fieldsIn(answer)['id'] === id);
    return answered(request, (question) => parseAnswer(found(question.id), question));
  },
});
