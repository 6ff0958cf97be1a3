import type { Answer } from '../../../core/answer/types.js';
import { isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest, Question, QuestionOption } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { listOf } from '../../wire/envelope.js';
import { type Fields, fieldsIn } from '../../wire/fields.js';
import { withSkipped } from '../../wire/keyed.js';
import { onOneLine } from '../../wire/quoted.js';
import { questionFields } from '../../wire/signature.js';
import { answeredBy, unansweredOf, type ParsedAnswer, textOf, wireName } from '../../wire/read-answer.js';
import { disallowOther } from '../../wire/read-request.js';
import { forEachQuestion, requireIds } from '../../wire/rules.js';
import { optionIn, type Shape } from '../../wire/shape.js';
import type { ToolDialect } from '../../types.js';
import { piQuestionnaireTool } from './tool.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { id: 'id', question: 'prompt', header: 'label', options: 'options' },
  option: { label: 'label', description: 'description' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0 };

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

function finish(question: Question, source: Fields): Question {
  const sources = listOf(fromJson(source['options']));
  const options = question.options.map((option, i): QuestionOption => {
    return { ...option, value: textOf(fieldsIn(optionIn(sources[i], SHAPE))['value']) ?? option.label };
  });
  return disallowOther({ ...question, options }, source['allowOther']);
}

/** Reports a missing `prompt` or `value`, which pi's schema requires. `parse` then reads `question` or the label. */
const otherwise = forEachQuestion((_question, { prompt, options }) => [
  ...(typeof prompt === 'string' ? [] : [{ code: 'missing', path: 'prompt', message: 'Missing. Send the question.' }]),
  ...listOf(fromJson(options)).flatMap((one, i) => {
    return typeof fieldsIn(optionIn(one, SHAPE))['value'] === 'string'
      ? []
      : [
          {
            code: 'missing',
            path: `options[${i}].value`,
            message: 'Missing, so the label is returned. Send a string.',
          },
        ];
  }),
]);

const allowsOther = ({ constraints }: Question): boolean => constraints?.allowCustom !== false;

const asWritten = (option: QuestionOption): PiQuestionnaireQuestion['options'][number] => {
  const { label, description } = option;
  return { value: wireName(option), label, ...(description !== undefined && { description }) };
};

const labelOf = ({ header }: Question, index: number): string => header || `Q${index + 1}`;

const echo = ({ questions }: AskUserRequest): PiQuestionnaireQuestion[] =>
  questions.map((question, i) => ({
    id: question.id,
    label: labelOf(question, i),
    prompt: question.question,
    options: question.options.map(asWritten),
    allowOther: allowsOther(question),
  }));

function toWire({ questionId: id, selected, custom = '' }: Answer, request: AskUserRequest): PiQuestionnaireAnswer {
  const [chosen] = selected;
  if (chosen === undefined) return { id, value: custom, label: custom, wasCustom: true };
  const { index, label } = chosen;
  const option = request.questions.find((question) => question.id === id)?.options[index];
  return { id, value: option ? wireName(option) : label, label, wasCustom: false, index: index + 1 };
}

function lineOf(answer: Answer, request: AskUserRequest): string {
  const at = request.questions.findIndex(({ id }) => id === answer.questionId);
  const question = request.questions[at];
  const { label, wasCustom, index } = toWire(answer, request);
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
 * Source: `examples/extensions/questionnaire.ts` of `@mariozechner/pi-coding-agent` 0.73.1.
 */
export const piQuestionnaire: ToolDialect<PiQuestionnaireOutput, PiQuestionnaireUnanswered> = defineDialect({
  name: 'piQuestionnaire',
  agent: 'pi `questionnaire`',
  tool: piQuestionnaireTool,
  capabilities: {
    keyedBy: 'id',
    optionsBy: 'index',
    multiSelect: 'unsupported',
    customText: 'separate',
    statuses: ['cancelled'],
  },
  shape: SHAPE,
  limits: LIMITS,
  oneChoice: true,
  finish,
  beyond: [requireIds, otherwise],
  signature: (source) => {
    const questions = questionFields(source);
    const ours = ({ prompt, options }: Fields) => typeof prompt === 'string' && Array.isArray(fromJson(options));
    return questions.length > 0 && questions.every(ours);
  },
  write: {
    extra: (question) => ({
      options: question.options.map(asWritten),
      ...(!allowsOther(question) && { allowOther: false }),
    }),
    constraints: ['allowCustom'],
  },
  formatAnswered: (result, request) => ({
    questions: echo(request),
    answers: result.answers.flatMap((answer) => (answer.skipped ? [] : [toWire(answer, request)])),
    cancelled: false,
  }),
  formatUnansweredOutput: (_result, request) => ({ questions: echo(request), answers: [], cancelled: true }),
  answeredText(_output, request, result) {
    const lines = result.answers.filter(({ skipped }) => !skipped).map((answer) => lineOf(answer, request));
    return withSkipped(lines.join('\n'), request, result);
  },
  happened: { cancelled: 'User cancelled the questionnaire' },
  expected: '{ questions, answers, cancelled }',
  readResult(output, request) {
    const { answers, cancelled } = fieldsIn(output);
    if (!Array.isArray(answers)) return undefined;
    if (cancelled === true) return unansweredOf('cancelled');
    const found = (id: string) => listOf(answers).find((answer) => fieldsIn(answer)['id'] === id);
    return answeredBy(request, (question) => parseAnswer(found(question.id), question));
  },
});
