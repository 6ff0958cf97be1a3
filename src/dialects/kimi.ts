import type { AskUserRequest, Limits, Question } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { isDiscussion } from './lib/discuss.js';
import { type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import { CHOICE_FIELDS, type FieldNames, questionFields } from './lib/fields.js';
import { issue, lossIssue } from './lib/issues.js';
import { readByKey, keysOf, uniqueKeys, textsByKey, withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion, UP_TO_FOUR } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, NO_ANSWER, unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, textOf } from './lib/values.js';
import { withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Kimi Code's `AskUserQuestion` without `background`, because the tool waits. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'AskUserQuestion',
  description:
    'Ask the user 1-4 questions with options and wait for the answers, which are returned as JSON keyed by ' +
    'question text. Ask only what the user has to decide. The user can always type another answer, so do not add ' +
    'an option for that.',
  inputSchema: object({
    questions: list('The questions. Their texts must differ', [1, 4], {
      question: text('The complete question, ending with a question mark', { minLength: 1 }),
      header: optional(text('Short label for the question, at most 12 characters', { default: '' })),
      options: list('Options that the user can select. Their labels must differ', [2, 4], {
        label: text('The option in 1-5 words. It is returned as the answer', { minLength: 1 }),
        description: optional(text('What this option means', { default: '' })),
      }),
      multi_select: optional(flag('Whether the user can select several options', { default: false })),
    }),
  }),
};

const TOOL_FIELDS: FieldNames = {
  ...CHOICE_FIELDS,
  question: { ...CHOICE_FIELDS.question, multiSelect: 'multi_select' },
};

const FIELDS: FieldNames = { ...TOOL_FIELDS, question: { ...TOOL_FIELDS.question, context: 'body' } };

const LIMITS: Limits = { ...UP_TO_FOUR, optionsRequired: true, uniqueQuestions: true, uniqueLabels: true };

const DISMISSED = JSON.stringify({ answers: {}, note: 'User dismissed the question without answering.' });
const UNSUPPORTED =
  'The connected client does not support interactive questions. Do NOT call this tool again. ' +
  'Ask the user directly in your text response instead';

/**
 * Unwraps the payload of a `QuestionRequest` in a JSON-RPC request or in `{ type, payload }`, or accepts the payload, a
 * request of the SDK, or the arguments of the tool.
 */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { params } = source;
  const message = isRecord(params) ? params : source;
  const wrapped = message['type'] === 'QuestionRequest';
  const payload = wrapped ? message['payload'] : source;
  if (!isRecord(payload)) return undefined;
  const { id, tool_call_id: call, toolCallId, background } = payload;
  if (wrapped && typeof call !== 'string') return undefined;
  const path = message === params ? 'params.payload' : 'payload';
  return {
    input: payload,
    requestId: typeof call === 'string' ? textOf(id) : textOf(toolCallId),
    metadata: background === true ? { background } : undefined,
    ...(wrapped && { path }),
  };
};

/** Removes an empty header or context. Kimi's protocol sends empty texts in place of missing ones. */
const mapQuestion = ({ header, context, ...question }: Question): Question => ({
  ...question,
  ...(header && { header }),
  ...(context && { context }),
});

const ignoreOtherLabel = forEachQuestion((_question, source) =>
  ['other_label', 'other_description', 'otherLabel', 'otherDescription']
    .filter((name) => source[name])
    .map((name) => issue('ignored', name, 'Ignored. The dialog uses another label for Other.')),
);

/** Output of the `kimi` dialect for every status: a `QuestionResponse`. */
type KimiOutput = {
  /** `id` of the `QuestionRequest`, else the request ID. */
  readonly request_id: string;
  /** Answers by question text. Labels and custom text are joined with `", "`. Empty for unanswered requests. */
  readonly answers: Readonly<Record<string, string>>;
};

const requestIdOf = ({ raw, requestId }: AskUserRequest): string =>
  unwrapEnvelope(fromJson(raw), unwrap).requestId ?? requestId;

/** Formats `answers` as JSON, or as a dismissed question without answers, as Kimi Code does. */
const answersAsText = (answers: KimiOutput['answers']): string =>
  Object.keys(answers).length > 0 ? JSON.stringify({ answers }) : DISMISSED;

/**
 * Kimi Code's `AskUserQuestion`.
 *
 * `parse` accepts its arguments, the request of Kimi Code's SDK, and the `QuestionRequest` of Kimi CLI's protocol Wire:
 * the JSON-RPC request, `{ type, payload }`, or the payload. `formatResult` returns the `QuestionResponse`: the return
 * value of a question handler of the SDK, or the `result` of the JSON-RPC reply. Its `request_id`, which only Wire needs,
 * is the `id` of the payload, else the request ID.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ request_id, answers: { [question]: string } }`; the model reads `{"answers":{…}}` |
 * | declined, cancelled | `{ request_id, answers: {} }`: "User dismissed the question without answering." |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same: the agent cannot distinguish them, and reasons are lost |
 *
 * For hosts that run the tool themselves, `toModelText` states what happened. For `cancelled`, and for `declined`
 * without `discuss`, it uses Kimi Code's text for a dismissed question, without the reason. For `unavailable` it uses
 * Kimi Code's text for clients without support for questions.
 *
 * - A call with `background: true` has `metadata.background`. Kimi Code returns the ID of a task at once, and sends the
 *   answer in a later turn. `kimi.tool` has no such field.
 * - Kimi Code refuses equal question texts and equal labels in a question.
 * - An answer of `true` is parsed as an answered request in which the question is skipped, with a warning.
 * - Skipped questions are omitted, and `toModelText` names them. If every question was skipped, the output is parsed as
 *   declined.
 * - If two questions have the same text, the second is keyed `text (2)` and `parse` returns a warning.
 * - Selected options are joined with `", "`, so labels with commas, equal labels, and custom text beside them are
 *   ambiguous. Custom text that equals a label is parsed as that option.
 * - Notes and previews are not returned.
 * - `body`, which only requests have, is the context of the question. `other_label` and `other_description` are ignored,
 *   with a warning if they are not empty.
 *
 * Source: `@moonshot-ai/kimi-code` 2.1.0, `packages/agent-core-v2/src/agent/tools/ask-user-question`, and
 * MoonshotAI/kimi-cli 1.49.0 (Wire 1.10).
 */
export const kimi: ToolDialect<KimiOutput> = defineAgentDialect({
  name: 'kimi',
  agent: 'Kimi Code `AskUserQuestion`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'text', multiSelect: 'joined', statuses: ['declined'] },
  parse: (input, options) =>
    readRequest(input, { fields: FIELDS, unwrap, mapQuestion, advice: [uniqueKeys(), ignoreOtherLabel] }, options),
  matches(source) {
    const { type, params, tool_call_id: call } = source;
    if (type === 'QuestionRequest' || fieldsIn(params)['type'] === 'QuestionRequest')
      return unwrap(source) !== undefined;
    const questions = questionFields(source);
    const sent = typeof call === 'string' && questions.some((question) => 'other_label' in question);
    const called = typeof source['background'] === 'boolean' && questions.length > 0;
    return sent || called || questions.some(({ multi_select: several }) => typeof several === 'boolean');
  },
  formatRequest: (request) => writeRequest(request, TOOL_FIELDS, { limits: LIMITS }),
  format: (result, request) => ({ request_id: requestIdOf(request), answers: textsByKey(request, result) }),
  formatUnanswered: (_result, request) => ({ request_id: requestIdOf(request), answers: {} }),
  answeredText: ({ answers }, request, result) => withSkipped(answersAsText(answers), request, result),
  unansweredText(_output, request, result) {
    if (isDiscussion(result)) return describeUnanswered(result, request);
    if (result.status === 'declined' || result.status === 'cancelled') return `${DISMISSED} ${NO_ANSWER}`;
    return describeUnanswered(result, request, { unavailable: UNSUPPORTED });
  },
  parseResult(output, request) {
    const { answers } = fieldsIn(output);
    if (!isRecord(answers)) return notAResult('{ request_id, answers: { [question]: string } }');
    const given = readByKey(request, answers, (answer) => answer);
    if (!given.some((answer) => typeof answer === 'string' || answer === true)) return unanswered('declined');
    const keys = keysOf(request).filter((_, i) => given[i] === true);
    return withWarnings(
      answered(request, (_, i) => ({ joined: textOf(given[i]) })),
      keys.map((key) => lossIssue(`answers.${key}`, 'The question was answered, but not with a text.')),
    );
  },
});
