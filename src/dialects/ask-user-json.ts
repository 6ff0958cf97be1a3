import type { AnsweredResult, AskUserRequest, Issue, Question, UnansweredResult } from '../core/index.js';
import { limitIssues } from '../core/question/issues.js';
import { LIMITS } from '../core/question/limits.js';
import { nameIn, SPELLINGS } from '../core/question/spellings.js';
import { UNANSWERED_STATUSES } from '../core/answer/statuses.js';
import { defineAgentDialect } from './define-dialect.js';
import { CHOICE_FIELDS, DEFAULT_FIELDS, type FieldNames, sourcesOf } from './lib/fields.js';
import { fail, issue, succeed } from './lib/issues.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { describeUnanswered, NO_ANSWER, parseUnansweredText, toUnanswered, unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, listOf, textOf, tryRead } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import { type AskUserJsonError, INPUT_CODES, jsonError, toJsonError, UNANSWERED_CODES } from './ask-user-json-error.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** The JSON `ask_user` tool. Description and schema are those of its specification. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description: 'Ask user to choose from options',
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string' },
      options: { type: 'array' },
      context: { type: 'string' },
    },
    required: ['question', 'options'],
  },
};

/**
 * Output of the `askUserJson` dialect for an answered request: the number of the selected option, from 1. It is an
 * error object if the question was skipped or the answer is not exactly one option.
 */
type AskUserJsonOutput = number | AskUserJsonError;

const FIELDS: FieldNames = {
  question: { question: 'question', context: 'context', options: 'options' },
  option: CHOICE_FIELDS.option,
};

const mapQuestion = (question: Question): Question => ({ ...question, constraints: { allowCustom: false } });

function formatAnswered({ answers }: AnsweredResult, request: AskUserRequest): AskUserJsonOutput {
  const [answer, second] = answers;
  if (answer?.skipped) return jsonError('SKIPPED', 'The user skipped the question. No option was chosen.');
  const [option, another] = answer?.selected ?? [];
  const one = option && !another && !second && answer?.custom === undefined && request.questions.length === 1;
  if (one && request.questions[0]?.options[option.index]) return option.index + 1;
  const texts = answers.flatMap(({ text }) => (text ? JSON.stringify(text) : [])).join(', ');
  const why = texts ? `What the user said is not the number of an option: ${texts}.` : NO_ANSWER;
  return jsonError('INVALID_ANSWER', why);
}

const formatUnanswered = (result: UnansweredResult, request: AskUserRequest): AskUserJsonError =>
  result.status === 'invalid'
    ? toJsonError(result.issues, request.raw)
    : jsonError(UNANSWERED_CODES[result.status], describeUnanswered(result, request));

/** Reports options that are neither a string nor an object with a string `label`. The tool does not guess labels. */
function optionIssues(source: unknown): readonly Issue[] {
  const { list, pathOf } = sourcesOf(source);
  const fields = fieldsIn(list[0]);
  const name = nameIn(fields, SPELLINGS.options);
  return listOf(fromJson(fields[name])).flatMap((option, i) =>
    typeof option === 'string' || (isRecord(option) && typeof option['label'] === 'string')
      ? []
      : [issue('type', pathOf(0, `${name}[${i}]`), 'Must be a string, or an object with a label.')],
  );
}

/** Output of the JSON tool for a valid call. Source: the output schema of the JSON `ask_user` tool, version 1. */
export interface AskUserJsonPrompt {
  /** Name of the tool. */
  readonly tool: 'ask_user';
  /** Version of the tool. */
  readonly version: 1;
  /** Distinguishes the output from an error object. */
  readonly status: 'ok';
  /** The prompt as data. */
  readonly prompt: {
    /** Question text. */
    readonly question: string;
    /** Context of the question. */
    readonly context?: string;
    /** Kind of the question. */
    readonly kind: 'single_select';
    /** Options. `id` is the number of the option, from `"1"`. */
    readonly options: readonly { readonly id: string; readonly label: string; readonly description?: string }[];
    /** Instructions for the answer. */
    readonly answer_instructions: string;
    /** Range of valid answers, inclusive. */
    readonly answer_format: { readonly type: 'integer'; readonly min: 1; readonly max: number };
  };
  /** The prompt as Markdown for the user. Programs read `prompt` instead. */
  readonly rendered_markdown: string;
}

/** Returns the prompt object of a request from `askUserJson.parse`. */
export function formatPrompt(request: AskUserRequest): AskUserJsonPrompt {
  const [question] = request.questions;
  const context = question?.context;
  const text = question?.question ?? '';
  const options = (question?.options ?? []).map(({ label, description }, i) => ({
    id: String(i + 1),
    label,
    ...(description !== undefined && { description }),
  }));
  const instructions = `Reply with the option number (1-${options.length}).`;
  const list = options.map(({ id, label, description }) => {
    const item = `${id}. ${description ? `${label} - ${description}` : label}`;
    // Continuation lines are indented, so that a label or description cannot imitate another option.
    return item.replaceAll(/\r\n?|\n/g, `\n${' '.repeat(id.length + 2)}`);
  });
  return {
    tool: 'ask_user',
    version: 1,
    status: 'ok',
    prompt: {
      question: text,
      ...(context !== undefined && { context }),
      kind: 'single_select',
      options,
      answer_instructions: instructions,
      answer_format: { type: 'integer', min: 1, max: options.length },
    },
    rendered_markdown: [text, ...(context ? [context] : []), list.join('\n'), instructions].join('\n\n'),
  };
}

/**
 * Validates a reply, a number or its text, against the `answer_format` of a prompt.
 *
 * @returns The index of the option, from 0 as in `Reply.selected`, or an error object with the code `INVALID_ANSWER`.
 */
export function checkReply(
  prompt: AskUserJsonPrompt,
  reply: unknown,
): { ok: true; index: number } | ({ ok: false } & AskUserJsonError) {
  const { min, max } = prompt.prompt.answer_format;
  const number = typeof reply === 'string' && /^\s*\d+\s*$/.test(reply) ? Number(reply) : reply;
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? { ok: true, index: number - 1 }
    : { ok: false, ...jsonError('INVALID_ANSWER', `the reply must be an option number (${min}-${max})`) };
}

/**
 * The JSON `ask_user` tool: one question with 2-20 options. The answer is the number of an option. Custom text is not
 * allowed.
 *
 * | status | output |
 * | --- | --- |
 * | answered | number of the option, from 1 |
 * | answered with custom text or several options, or skipped | `{ tool, version, status: 'error', error: { code, message } }` with the code `INVALID_ANSWER`, or `SKIPPED` |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable | the same with `DECLINED`, `CANCELLED`, `ABORTED`, `SUPERSEDED`, `CONNECTION_LOST`, `TIMED_OUT`, `UNAVAILABLE` |
 * | invalid | the same with a code for the first issue, and with `parseError` for invalid JSON |
 *
 * The model text is JSON: the error object, or `{ tool, version, status: 'ok', answer, option, notes? }`. For
 * `invalid`, a line after the JSON states that no option was chosen.
 *
 * Even a lenient `parse` returns issues for several questions, a question without options, a list in place of the
 * object, and an option that is neither a string nor an object with a string `label`. Notes beside an option number are
 * only in the model text. Other notes are lost, except those in a discussion. Previews are not returned. `parseResult`
 * returns the message of an `INVALID_ANSWER` as an issue.
 *
 * Source: the specification of the JSON `ask_user` tool, version 1.
 */
export const askUserJson: ToolDialect<AskUserJsonOutput, AskUserJsonError> = defineAgentDialect({
  name: 'askUserJson',
  agent: 'the JSON toolbox `ask_user`',
  tool,
  limits: LIMITS.json,
  capabilities: {
    keyedBy: 'single',
    optionsBy: 'index',
    multiSelect: 'unsupported',
    customText: 'unsupported',
    discuss: true,
  },
  parse(input, options) {
    if (Array.isArray(input)) {
      return fail('type', '', 'Must be an object. Send {"question":"...","options":["...","..."]}.');
    }
    const parsed = readRequest(input, { fields: DEFAULT_FIELDS, singleSelect: true, mapQuestion }, options);
    if (!parsed.ok) return parsed;
    const [question, second] = parsed.value.questions;
    if (!question || second) return fail('too_many', 'questions', 'This tool asks one question per call. Send one.');
    if (question.options.length === 0) {
      const path = tryRead(() => sourcesOf(input).pathOf(0, 'options'), 'options');
      return fail('too_few', path, 'This tool requires options. Send 2-20.');
    }
    const wrong = tryRead(() => optionIssues(input), []);
    if (wrong.length > 0) return { ok: false, issues: limitIssues(wrong) };
    return parsed;
  },
  formatRequest(request) {
    const none = request.questions.length === 1 && request.questions[0]?.options.length === 0;
    if (none) return fail('too_few', 'options', 'This tool requires options.');
    return writeRequest(request, FIELDS, { limits: LIMITS.json, keyedByIndex: true, represents: ['allowCustom'] });
  },
  format: formatAnswered,
  formatUnanswered,
  answeredText(output, request, result) {
    if (typeof output !== 'number') return JSON.stringify(output);
    const { tool: name, version, status, prompt } = formatPrompt(request);
    const { notes } = result.answers[0] ?? {};
    return JSON.stringify({ tool: name, version, status, answer: output, option: prompt.options[output - 1], notes });
  },
  unansweredText(output, _request, { status }) {
    const text = JSON.stringify(output);
    return status === 'invalid' ? `${text}\n${NO_ANSWER}` : text;
  },
  parseResult(output, request) {
    if (typeof output === 'number') {
      const checked = checkReply(formatPrompt(request), output);
      return checked.ok
        ? answered(request, [{ indexes: [checked.index] }])
        : fail('unknown_option', '', checked.error.message);
    }
    const { code, message } = fieldsIn(fieldsIn(output)['error']);
    const text = textOf(message);
    if (code === 'SKIPPED') return answered(request, []);
    if (code === 'INVALID_ANSWER') return fail('unknown_option', 'error', text ?? NO_ANSWER);
    const status = UNANSWERED_STATUSES.find((one) => one !== 'invalid' && UNANSWERED_CODES[one] === code);
    if (status) return succeed(parseUnansweredText(text ?? '', request) ?? toUnanswered(status));
    return INPUT_CODES.some((one) => one === code)
      ? unanswered('invalid')
      : notAResult('an option number, or an error object with a code of this tool');
  },
});
