import type { AnsweredResult, AskUserRequest, Limits, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import { type FieldNames, questionFields } from './lib/fields.js';
import { issue } from './lib/issues.js';
import { withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion, requireTextOptions } from './lib/rules.js';
import { closed, list, optional, text, texts } from './lib/tool-schema.js';
import { statusAndReason, unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, listOf, nonEmptyFields, textOf, textsOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const NAME = 'request_user_input_async';

/** The `request_user_input_async` tool of codex. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: NAME,
  blocking: false,
  description:
    'Ask the user questions that do not block the work. The user can always type another answer, so do not add an ' +
    'option for that.',
  inputSchema: closed({
    questions: list('Independent questions, in the order in which they are shown.', [1], {
      title: text('The complete question, with what the user needs to know to answer it.'),
      options: optional(
        texts('Options that exclude each other, the recommended one first. Omit them for a question of text.', [1]),
      ),
    }),
  }),
};

const TOOL_FIELDS: FieldNames = {
  list: 'questions',
  question: { question: 'title', options: 'options' },
  option: 'text',
};
/** The questions of an item have the ids that `open` adds. */
const FIELDS: FieldNames = { ...TOOL_FIELDS, question: { ...TOOL_FIELDS.question, id: 'id' } };

const LIMITS: Limits = { minQuestions: 1, minOptions: 1 };

const REPLY_TAG = 'send_user_message_question_reply';
const REPLY_MESSAGE = new RegExp(`^<${REPLY_TAG}>\\n([^]*)\\n</${REPLY_TAG}>$`);
/** The start of an opening or closing tag. */
const TAG_START = new RegExp(String.raw`<(?=\s*/?\s*${REPLY_TAG})`, 'gi');

const questionItemId = (itemId: string, index: number): string => JSON.stringify([NAME, itemId, index]);

/** Unwraps the item `agentMessage`, or the notification around it. Any other object is the input itself. */
const unwrap: Unwrap = (source) => {
  const { params, ...rest } = fieldsIn(source);
  const isNotification = isRecord(params) && isRecord(params['item']);
  const item = isNotification ? fieldsIn(params['item']) : rest;
  const { id, delivery, questions } = item;
  if (delivery !== 'async' || typeof id !== 'string' || !Array.isArray(questions)) return undefined;
  const { threadId, turnId } = fieldsIn(isNotification ? params : source);
  const named = listOf(questions).map((question, i) =>
    isRecord(question) ? { ...question, id: questionItemId(id, i) } : question,
  );
  return {
    input: { ...item, questions: named },
    requestId: id,
    metadata: nonEmptyFields({ threadId: textOf(threadId), turnId: textOf(turnId), itemId: id }),
    ...(isNotification && { path: 'params.item' }),
  };
};

/** Codex refuses a question without a `title`. */
const requireTitles = forEachQuestion((_question, { title }) => [
  typeof title !== 'string' && issue('missing', 'title', 'Missing.'),
]);

/** Output of the `codexAsync` dialect for an unanswered request. The client sends nothing, and the agent continues. */
type CodexAsyncDismissal = {
  /** Marks the output as one that is not sent. */
  readonly dismissed: true;
  /** Status of the result, for the host's log. */
  readonly status: UnansweredResult['status'];
  /** Reason of the result, or the issues of an `invalid` result as text, for the host's log. */
  readonly reason?: string;
};

const idsOf = ({ raw, requestId, questions }: AskUserRequest): readonly string[] => {
  const itemId = unwrapEnvelope(fromJson(raw), unwrap).requestId ?? requestId;
  return questions.map((_, i) => questionItemId(itemId, i));
};

function formatAnswered({ answers }: AnsweredResult, request: AskUserRequest): string {
  const ids = idsOf(request);
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const replies = request.questions.flatMap(({ id, question }, i) => {
    const answer = given.get(id);
    return !answer || answer.skipped ? [] : [{ questionItemId: ids[i], question, answer: answer.text }];
  });
  return `<${REPLY_TAG}>\n${JSON.stringify(replies).replaceAll(TAG_START, String.raw`\u003c`)}\n</${REPLY_TAG}>`;
}

/**
 * The `request_user_input_async` tool of codex, whose questions do not block the agent.
 *
 * `parse` accepts its arguments, the item `agentMessage` with `delivery: 'async'` that the app server sends for the call,
 * and the notification `item/completed` around the item. `metadata` contains the `itemId`, and the notification's
 * `threadId` and `turnId`. The item's `id`, which is the ID of the call, is the default `requestId`. With the arguments
 * alone, pass the ID of the call as `requestId`.
 *
 * The tool returns `{"accepted":true}` at once. The client sends the output of an answered request as a user message:
 * with `turn/steer` while the turn is running, else with `turn/start`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | the text of a user message: `<send_user_message_question_reply>`, a line with `[{ questionItemId, question, answer }]` as JSON, and the closing tag |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ dismissed: true, status, reason? }`: the client sends nothing, and the agent continues |
 *
 * - A question that is not answered is omitted, and `toModelText` names it.
 * - In a text that contains the tag, the `<` is written as `\u003c`, so that the text cannot end the message early.
 * - Equal labels are ambiguous, and so is custom text that equals a label. Multi-select is not supported: `parse` drops
 *   it with a warning. Notes, headers, descriptions, and previews are lost.
 * - codex preselects the first option, but the dialog does not.
 *
 * Source: `@openai/codex` 0.171.0, `codex-rs/core/src/tools/handlers/request_user_input_async.rs`, and
 * `docs/async-questions.md` of agentclientprotocol/codex-acp for the reply.
 */
export const codexAsync = defineAgentDialect<string, CodexAsyncDismissal>({
  name: 'codexAsync',
  agent: 'codex `request_user_input_async`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'id', multiSelect: 'unsupported', statuses: ['cancelled'] },
  parse: (input, options) =>
    readRequest(
      input,
      { fields: FIELDS, unwrap, singleSelect: true, rules: [requireTextOptions, requireTitles] },
      { blocking: false, ...options },
    ),
  matches: (source) =>
    questionFields(fieldsWithin(source, unwrap)).some(
      ({ title, question }) => typeof title === 'string' && question === undefined,
    ),
  formatRequest: (request) => writeRequest(request, TOOL_FIELDS, { limits: LIMITS }),
  format: formatAnswered,
  formatUnanswered: (result) => ({ dismissed: true, ...statusAndReason(result) }),
  answeredText: (output, request, result) => withSkipped(output, request, result),
  parseResult(output, request) {
    if (fieldsIn(output)['dismissed'] === true) return unanswered('cancelled');
    const replies = fromJson(REPLY_MESSAGE.exec(textOf(output) ?? '')?.[1]);
    if (!Array.isArray(replies)) return notAResult(`text in <${REPLY_TAG}>, or { dismissed: true }`);
    const given = new Map(
      listOf(replies)
        .map(fieldsIn)
        .map((reply) => [reply['questionItemId'], reply['answer']]),
    );
    const ids = idsOf(request);
    return answered(request, (_, i) => ({ names: textsOf(given.get(ids[i])) }));
  },
}) as ToolDialect<string, CodexAsyncDismissal> & { readonly tool: { readonly blocking: false } };
