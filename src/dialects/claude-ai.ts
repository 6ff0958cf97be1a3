import type { AnsweredResult, AskUserRequest, Limits, Question } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import { type FieldNames, questionFields, sourcesOf } from './lib/fields.js';
import { fail, issue, joinPath, succeed } from './lib/issues.js';
import { onOneLine } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion, requireTextOptions } from './lib/rules.js';
import { list, object, optional, text, texts } from './lib/tool-schema.js';
import { describeUnanswered, getReason, NO_ANSWER, parseUnansweredText, unanswered } from './lib/unanswered.js';
import { type Fields, fieldsIn, fromJson, isRecord, textOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const NAME = 'ask_user_input_v0';
const SINGLE = 'single_select';
const MULTI = 'multi_select';
const RANK = 'rank_priorities';
/** With the spelling of the tool's own description. */
const MULTIS: readonly unknown[] = [MULTI, 'multi-select'];
const TYPES: readonly unknown[] = [SINGLE, ...MULTIS, RANK];

/** claude.ai's `ask_user_input_v0`, without rankings. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: NAME,
  description:
    'Ask the user 1-3 questions with options and wait for the answers, if only the user can decide. Introduce them in ' +
    'a sentence first. The user can always type another answer, so do not add an option for that.',
  inputSchema: object({
    questions: list('1-3 questions. Prefer one.', [1, 3], {
      question: text('The complete question.'),
      options: texts('2-4 short options.', [2, 4]),
      type: optional(
        text(`Whether the user can select one or several options. Default: ${SINGLE}`, { enum: [SINGLE, MULTI] }),
      ),
    }),
  }),
};

const FIELDS: FieldNames = {
  list: 'questions',
  question: { question: 'question', options: 'options' },
  option: 'text',
};

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 3, minOptions: 2, maxOptions: 4, optionsRequired: true };

/** Unwraps a `tool_use` block of the tool. Any other object is the input itself. */
const unwrap: Unwrap = (source) => {
  const { type, name, id, input } = fieldsIn(source);
  return type === 'tool_use' && name === NAME ? { input, path: 'input', requestId: textOf(id) } : undefined;
};

/** A ranking is an issue: as the answer to a multi-select question, the order of the options would look like a ranking. */
function refuseRanking(input: unknown) {
  const { input: call, path = '' } = unwrapEnvelope(input, unwrap);
  const { list: questions, fieldsOf, pathOf } = sourcesOf(call, FIELDS);
  const at = questions.findIndex((_, i) => fieldsOf(i)['type'] === RANK);
  const message = `The user cannot rank options here. Ask which one is most important (${SINGLE}), or which ones are important (${MULTI}).`;
  return at < 0 ? undefined : fail('unsupported', joinPath(path, pathOf(at, 'type')), message);
}

const asAsked = (question: Question, { type }: Fields): Question =>
  type == null ? question : { ...question, multiSelect: MULTIS.includes(type) && question.options.length > 0 };

const typeRules = forEachQuestion((_question, { type }) => [
  type != null && !TYPES.includes(type) && issue('type', 'type', `Read as "${SINGLE}". Send ${SINGLE} or ${MULTI}.`),
]);

const SKIPPED = '[No preference]';
const DISMISSED = '[User dismissed — do not proceed, wait for next instruction]';

const headOf = ({ question, multiSelect }: Question): string =>
  `Q: ${onOneLine(question)}${multiSelect ? ' (Select all that apply)' : ''}\nA: `;

const formatAnswered = ({ answers }: AnsweredResult, { questions }: AskUserRequest): string =>
  questions
    .map((question, i) => {
      const answer = answers[i];
      return headOf(question) + (answer && !answer.skipped ? onOneLine(answer.text) : SKIPPED);
    })
    .join('\n\n');

/** Returns the text of each answer, or `undefined` if the message does not contain every question in order. */
function textsIn(message: string, { questions }: AskUserRequest): readonly string[] | undefined {
  let at = 0;
  const texts: string[] = [];
  for (const [i, question] of questions.entries()) {
    const head = headOf(question);
    if (!message.startsWith(head, at)) return undefined;
    const start = at + head.length;
    const next = questions[i + 1];
    const end = next ? message.indexOf(`\n\n${headOf(next)}`, start) : message.length;
    if (end < 0) return undefined;
    texts.push(message.slice(start, end));
    at = end + 2;
  }
  return texts;
}

/** claude.ai joins the labels in the order in which the user selected them, and the custom text is the last. */
function namesIn(joined: string, { options, multiSelect }: Question): readonly string[] {
  if (!multiSelect) return [joined];
  const labels = new Set(options.map(({ label }) => label));
  // A label with commas has several pieces, and the label with most pieces is the first that is tried.
  const sizes = [...new Set([...labels].map((label) => label.split(', ').length))].sort((a, b) => b - a);
  const pieces = joined.split(', ');
  const names: string[] = [];
  for (let at = 0; at < pieces.length;) {
    const from = at;
    const labelOf = (size?: number) => pieces.slice(from, size && from + size).join(', ');
    const size = sizes.find((one) => labels.has(labelOf(one)));
    names.push(labelOf(size));
    at = size ? at + size : pieces.length;
  }
  return names;
}

function parseAnswer(written: string, question: Question): ParsedAnswer | undefined {
  const json = written.startsWith('"') ? textOf(fromJson(written)) : undefined;
  return written === SKIPPED ? undefined : { names: namesIn(json ?? written, question) };
}

/**
 * `ask_user_input_v0` of claude.ai and the Claude apps.
 *
 * `parse` accepts its arguments and the `tool_use` block around them, whose `id` is the default `requestId`.
 *
 * The output is text for the model. In claude.ai, the turn ends with the call, and the answer is the next message of the
 * user. A host that runs the tool can return the same text as its result.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `Q: …` and `A: …` for each question, with an empty line between questions. The `A:` of a skipped question is `[No preference]` |
 * | cancelled | `[User dismissed — do not proceed, wait for next instruction]`; with a reason, a sentence that contains it |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | a sentence for the status with its reason or issues, which claude.ai itself does not have |
 *
 * - Multi-select questions end with "(Select all that apply)". Their labels and the custom text are joined with `", "`,
 *   so labels with commas can be ambiguous. `parseResult` reads the labels in any order.
 * - A text with a line break is written as JSON, so that it cannot look like another question.
 * - Equal labels are ambiguous, and so is custom text that equals a label or `[No preference]`.
 * - A question of the type `rank_priorities` is an issue. The tool does not offer this type.
 * - Headers, contexts, descriptions, previews, and notes (except in a discussion) are not supported.
 *
 * Source: Anthropic publishes no specification. The tool as recorded in asgeirtj/system_prompts_leaks 542452f
 * (`Anthropic/claude-fable-5.1.md`), and exported conversations from February to August 2026.
 */
export const claudeAi: ToolDialect<string> = defineAgentDialect<string, string>({
  name: 'claudeAi',
  agent: 'claude.ai `ask_user_input_v0`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'index', multiSelect: 'joined', discuss: true },
  parse: (input, options) =>
    refuseRanking(input) ??
    readRequest(
      input,
      { fields: FIELDS, unwrap, mapQuestion: asAsked, rules: [typeRules, requireTextOptions] },
      options,
    ),
  matches(source) {
    if (source['type'] === 'tool_use') return source['name'] === NAME && isRecord(fromJson(source['input']));
    const questions = questionFields(source);
    return (
      questions.some(({ type }) => type != null) &&
      questions.every(({ type, options }) => Array.isArray(options) && (type == null || TYPES.includes(type)))
    );
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      extra: ({ options, multiSelect }) => (options.length > 0 ? { type: multiSelect ? MULTI : SINGLE } : {}),
      represents: ['multiSelect'],
      limits: LIMITS,
    }),
  format: formatAnswered,
  formatUnanswered: (result, request) =>
    result.status === 'cancelled' && !getReason(result) ? DISMISSED : describeUnanswered(result, request),
  answeredText: (output) => output,
  unansweredText: (output) => (output === DISMISSED ? `${DISMISSED} ${NO_ANSWER}` : output),
  parseResult(output, request) {
    const message = textOf(output) ?? '';
    if (message === DISMISSED) return unanswered('cancelled');
    const ended = parseUnansweredText(message, request);
    if (ended) return succeed(ended);
    const texts = textsIn(message, request);
    if (!texts) return notAResult('a message with "Q: …" and "A: …" for each question');
    return answered(request, (question, i) => parseAnswer(texts[i] ?? '', question));
  },
});
