import type { Limits, Question } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import type { Unwrap } from './lib/envelope.js';
import { CHOICE_FIELDS, type FieldNames } from './lib/fields.js';
import { issue } from './lib/issues.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion } from './lib/rules.js';
import { getAnswerText, getSkippedText, parseAlternateText } from './lib/text-output.js';
import { list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered } from './lib/unanswered.js';
import { type Fields, isRecord, nonEmptyFields, textOf, textsOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const MODES: readonly unknown[] = ['single_select', 'multi_select'];

/** Mastra's `ask_user`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one question and wait for the answer, if only the user can decide or knows it. Provide 2-4 ' +
    'options if you can. Without options, the user types the answer.',
  inputSchema: object({
    question: text('One clear question', { minLength: 1 }),
    options: optional(
      list('Suggested answers', {
        label: text('The answer in a few words. It is returned if the user selects it'),
        description: optional(text('What this answer means')),
      }),
    ),
    selectionMode: optional(
      text('Whether the user can select one or several options. Only with options. Default: single_select', {
        enum: MODES,
      }),
    ),
  }),
};

const FIELDS: FieldNames = { question: { question: 'question', options: 'options' }, option: CHOICE_FIELDS.option };

/** Mastra recommends 2-4 options but does not check their number. */
const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

/** Returns the payload of a `tool-call-suspended` chunk with its `runId`, or the source if it is such a payload. */
function suspensionIn(source: unknown): Fields | undefined {
  if (!isRecord(source)) return undefined;
  const { payload, runId } = source;
  const call = isRecord(payload) ? { runId, ...payload } : source;
  return isRecord(call['suspendPayload']) ? call : undefined;
}

const unwrap: Unwrap = (source) => {
  const call = suspensionIn(source);
  if (!call) return undefined;
  const { suspendPayload, toolCallId, runId } = call;
  return {
    input: suspendPayload,
    path: call === source ? 'suspendPayload' : 'payload.suspendPayload',
    requestId: textOf(toolCallId),
    metadata: nonEmptyFields({ toolCallId, runId }),
  };
};

const mapQuestion = (question: Question, { selectionMode }: Fields): Question =>
  selectionMode == null
    ? question
    : { ...question, multiSelect: selectionMode === 'multi_select' && question.options.length > 0 };

const checkMode = forEachQuestion(({ options }, { selectionMode: mode }) => {
  if (mode == null) return [];
  if (MODES.includes(mode)) {
    return [
      options.length === 0 && issue('ignored', 'selectionMode', 'Ignored without options. Send options, or omit it.'),
    ];
  }
  return [issue('type', 'selectionMode', `Read as "single_select". Send one of ${MODES.join(', ')}.`)];
});

/** Output of the `mastra` dialect for an answered request: the first argument of `agent.resumeStream`. */
type MastraAnswer = string | readonly string[];

/**
 * Mastra's `ask_user`.
 *
 * `parse` accepts its arguments, which are also its suspend payload, and the stream's chunk `tool-call-suspended` or
 * the chunk's `payload`. The default `requestId` is the `toolCallId`. `metadata` contains it and the chunk's `runId`,
 * which `resumeStream` needs. Several questions are an issue.
 *
 * `formatResult` returns the first argument of `agent.resumeStream(output, { runId, toolCallId })`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | the label or the custom text; a list of them for a multi-select question |
 * | answered, but skipped | a sentence that states that the user skipped the question |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence for the status with its reason or issues; with `discuss`, the answers so far |
 *
 * The model text of an answer is `User answered: a, b`. Mastra's tool also adds this prefix to the sentence of a
 * skipped question or an unanswered request, and `toModelText` does not. To avoid such an answer in the run, abort the
 * run instead.
 *
 * The list of a multi-select question preserves labels with commas and custom text. In the model text they are joined
 * with `", "`. Equal labels are ambiguous, and so is custom text that equals a label or one of the sentences above.
 * Headers, contexts, previews, and notes (except in a discussion) are not supported.
 *
 * Source: `@mastra/core` 1.71.0, `tools/builtin/ask-user` and `stream/types`.
 */
export const mastra: ToolDialect<MastraAnswer, string> = defineAgentDialect({
  name: 'mastra',
  agent: 'Mastra `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'single', multiSelect: 'list', discuss: true },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap, mapQuestion, rules: [checkMode] }, options),
  matches(source) {
    const call = suspensionIn(source);
    return call === undefined
      ? typeof source['question'] === 'string' && MODES.includes(source['selectionMode'])
      : call['toolName'] === 'ask_user';
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      extra: ({ options, multiSelect }) =>
        options.length > 0 ? { selectionMode: multiSelect ? 'multi_select' : 'single_select' } : {},
      represents: ['multiSelect'],
      limits: LIMITS,
    }),
  format(result) {
    const [first] = result.answers;
    if (result.answers.length === 1 && first && typeof first.answer !== 'string') return [...first.answer];
    return getAnswerText(result) ?? getSkippedText(result);
  },
  formatUnanswered: describeUnanswered,
  answeredText(_output, _request, result) {
    const words = getAnswerText(result);
    return words === undefined ? getSkippedText(result) : `User answered: ${words}`;
  },
  parseResult(output, request) {
    if (typeof output !== 'string' && !Array.isArray(output)) return notAResult('a string or a list of strings');
    const instead = typeof output === 'string' ? parseAlternateText(output, request) : undefined;
    return instead ?? answered(request, [{ names: textsOf(output) }]);
  },
});
