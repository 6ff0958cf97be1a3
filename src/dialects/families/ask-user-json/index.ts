import type { AnsweredResult, UnansweredResult } from '../../../core/answer/types.js';
import { isRecord } from '../../../core/guards.js';
import { limitIssues, type Issue } from '../../../core/question/issues.js';
import { LIMITS } from '../../../core/question/limits.js';
import { parseRequest } from '../../../core/question/parse-request.js';
import { fromJson } from '../../../core/question/scan.js';
import { nameIn, SPELLINGS } from '../../../core/question/spellings.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { type AskUserJsonUnansweredCode, type AskUserJsonError, INPUT_CODES, jsonError, toJsonError } from './error.js';
import { checkReply, formatPrompt } from './prompt.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { formatUnanswered, toUnanswered, NO_ANSWER } from '../../wire/unanswered.js';
import { listOf, tryRead } from '../../wire/envelope.js';
import { fieldsIn } from '../../wire/fields.js';
import { formatterOf } from '../../wire/format-result.js';
import { fail } from '../../wire/issues.js';
import { withLimits } from '../../wire/limits.js';
import { answeredOf, parseUnansweredText, resultReader, textOf, unanswered } from '../../wire/read-answer.js';
import { dropMultiSelect, withRules } from '../../wire/rules.js';
import { CHOICES, type Shape, sourcesOf } from '../../wire/shape.js';
import { writeRequest } from '../../wire/write-request.js';
import { withTool } from '../../with-tool.js';
import type { ToolDialect } from '../../types.js';
import { askUserJsonTool } from './tool.js';

/**
 * Output of the `askUserJson` dialect for an answered request: the number of the selected option, from 1. It is an
 * error object if the question was skipped or the answer is not exactly one option.
 */
type AskUserJsonOutput = number | AskUserJsonError;

const SHAPE: Shape = {
  question: { question: 'question', context: 'context', options: 'options' },
  option: CHOICES.option,
};

const CODES: Readonly<Record<Exclude<UnansweredResult['status'], 'invalid'>, AskUserJsonUnansweredCode>> = {
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  aborted: 'ABORTED',
  superseded: 'SUPERSEDED',
  connectionLost: 'CONNECTION_LOST',
  timedOut: 'TIMED_OUT',
  unavailable: 'UNAVAILABLE',
};

function optionNumber({ answers }: AnsweredResult, request: AskUserRequest): AskUserJsonOutput {
  const [answer, second] = answers;
  if (answer?.skipped) return jsonError('SKIPPED', 'The user skipped the question. No option was chosen.');
  const [option, another] = answer?.selected ?? [];
  const one = option && !another && !second && answer?.custom === undefined && request.questions.length === 1;
  if (one && request.questions[0]?.options[option.index]) return option.index + 1;
  const texts = answers.flatMap(({ text }) => (text ? JSON.stringify(text) : [])).join(', ');
  const why = texts ? `What the user said is not the number of an option: ${texts}.` : NO_ANSWER;
  return jsonError('INVALID_ANSWER', why);
}

const formatUnansweredOutput = (result: UnansweredResult, request: AskUserRequest): AskUserJsonError =>
  result.status === 'invalid'
    ? toJsonError(result.issues, request.raw)
    : jsonError(CODES[result.status], formatUnanswered(result));

const formatResult = formatterOf(optionNumber, formatUnansweredOutput);

/** Reports options that are neither a string nor an object with a string `label`. The tool does not guess labels. */
function wrongOptions(source: unknown): readonly Issue[] {
  const { list, pathOf } = sourcesOf(source);
  const fields = fieldsIn(list[0]);
  const name = nameIn(fields, SPELLINGS.options);
  return listOf(fromJson(fields[name])).flatMap((option, i) =>
    typeof option === 'string' || (isRecord(option) && typeof option['label'] === 'string')
      ? []
      : [{ code: 'type', path: pathOf(0, `${name}[${i}]`), message: 'Must be a string, or an object with a label.' }],
  );
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
 * Source: the JSON `ask_user` tool, version 1.
 */
export const askUserJson: ToolDialect<AskUserJsonOutput, AskUserJsonError> = withTool(askUserJsonTool, {
  name: 'askUserJson',
  agent: 'the JSON toolbox `ask_user`',
  capabilities: {
    keyedBy: 'single',
    optionsBy: 'index',
    multiSelect: 'unsupported',
    customText: 'unsupported',
    notes: false,
    previews: false,
    skipped: true,
    discuss: true,
    statuses: UNANSWERED_STATUSES,
  },
  limits: LIMITS.json,
  parse(input, options) {
    const source = fromJson(input);
    if (tryRead(() => Array.isArray(source), false)) {
      return fail('type', '', 'Must be an object. Send {"question":"...","options":["...","..."]}.');
    }
    const parsed = parseRequest(input, withLimits(options, LIMITS.json));
    if (!parsed.ok) return parsed;
    const [question, second] = parsed.value.questions;
    if (!question || second) return fail('too_many', 'questions', 'This tool asks one question per call. Send one.');
    if (question.options.length === 0) {
      const path = tryRead(() => sourcesOf(source).pathOf(0, 'options'), 'options');
      return fail('too_few', path, 'This tool requires options. Send 2-20.');
    }
    const wrong = tryRead(() => wrongOptions(source), []);
    if (wrong.length > 0) return { ok: false, issues: limitIssues(wrong) };
    const only = { ...question, multiSelect: false, constraints: { allowCustom: false } };
    const one = { ...parsed, value: { ...parsed.value, questions: [only] } };
    return withRules(one, source, { advice: [dropMultiSelect] }, options?.strict);
  },
  // Other agents write the same shape.
  matches: () => false,
  formatRequest(request) {
    const none = request.questions.length === 1 && request.questions[0]?.options.length === 0;
    if (none) return fail('too_few', 'options', 'This tool requires options.');
    return writeRequest(request, SHAPE, { limits: LIMITS.json, keyedByIndex: true, constraints: ['allowCustom'] });
  },
  formatResult,
  toModelText(result, request) {
    const output = formatResult(result, request);
    if (typeof output !== 'number') {
      const text = JSON.stringify(output);
      return result.status === 'invalid' ? `${text}\n${NO_ANSWER}` : text;
    }
    const { tool, version, status, prompt } = formatPrompt(request);
    const notes = result.status === 'answered' ? result.answers[0]?.notes : undefined;
    return JSON.stringify({ tool, version, status, answer: output, option: prompt.options[output - 1], notes });
  },
  parseResult: resultReader('an option number, or an error object with a code of this tool', (output, request) => {
    if (typeof output === 'number') {
      const checked = checkReply(formatPrompt(request), output);
      return checked.ok
        ? answeredOf(request, [{ indexes: [checked.index] }])
        : fail('unknown_option', '', checked.error.message);
    }
    const { code, message } = fieldsIn(fieldsIn(output)['error']);
    if (code === 'SKIPPED') return answeredOf(request, []);
    if (code === 'INVALID_ANSWER') return fail('unknown_option', 'error', textOf(message) ?? NO_ANSWER);
    const status = UNANSWERED_STATUSES.find((one) => one !== 'invalid' && CODES[one] === code);
    if (status)
      return unanswered(parseUnansweredText(textOf(message) ?? '', request) ?? toUnanswered(status, undefined));
    return INPUT_CODES.some((one) => one === code) ? unanswered(toUnanswered('invalid', undefined)) : undefined;
  }),
});
