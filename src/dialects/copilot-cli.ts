import type { AskUserRequest, Limits, ParseOptions, ParseResult } from '../core/index.js';
import type { JsonSchema } from '../core/question/json-schema.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import type { FieldNames } from './lib/fields.js';
import { withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { disallowOther, readRequest } from './lib/read-request.js';
import { requireTextOptions } from './lib/rules.js';
import { closed, list, object, optional, text, texts } from './lib/tool-schema.js';
import { describeUnanswered, unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, listOf, nonEmptyFields, textOf, tryRead } from './lib/values.js';
import {
  contentOf,
  contentText,
  type CopilotCliContent,
  parseForm,
  parseValue,
  writeForm,
} from './copilot-cli-form.js';
import { isPlain } from './form/elicitation.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const TEXT: JsonSchema = { type: 'string' };
const STRING: JsonSchema = { type: 'string', const: 'string' };
const ARRAY: JsonSchema = { type: 'string', const: 'array' };
const CHOICES = list('', {
  const: text('Value that is returned if the user selects the option.'),
  title: text('The option as the user sees it.'),
});

const field = (type: JsonSchema, initial: JsonSchema, more: Parameters<typeof closed>[0] = {}): JsonSchema =>
  closed({
    type,
    title: optional(text('Short label of the field.')),
    description: optional(text('The complete question.')),
    ...more,
    default: optional(initial),
  });

/** The structured variant of `ask_user`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one or more related questions in a form and wait for the answers, if only the user can decide. The ' +
    'user can always type another answer, so do not add an option for that.',
  inputSchema: object({
    message: text('What you need from the user, and why.'),
    requestedSchema: closed({
      properties: {
        type: 'object',
        description: 'The fields of the form, by name, in the order in which the user sees them.',
        additionalProperties: {
          anyOf: [
            field(STRING, TEXT, { enum: texts(''), enumNames: optional(texts('')) }),
            field(STRING, TEXT, { oneOf: CHOICES }),
            field(ARRAY, texts(''), { items: closed({ type: STRING, enum: texts('') }) }),
            field(ARRAY, texts(''), { items: closed({ anyOf: CHOICES }) }),
            field({ type: 'string', const: 'boolean' }, { type: 'boolean' }),
            field(STRING, TEXT),
            field({ type: 'string', enum: ['number', 'integer'] }, { type: 'number' }),
          ],
        },
      },
    }),
  }),
};

/** Names of the variant with one question. */
const FIELDS: FieldNames = { question: { question: 'question', options: 'choices' }, option: 'text' };

const LIMITS: Limits = { minQuestions: 1, minOptions: 0 };

const EVENTS: readonly unknown[] = ['user_input.requested', 'elicitation.requested'];

/** Answer to a question: the result of `onUserInputRequest`. */
type CopilotCliAnswer = {
  /** The label or the custom text. */
  readonly answer: string;
  /** Whether the answer is custom text. */
  readonly wasFreeform: boolean;
  /** Set if the question was skipped. */
  readonly dismissed?: true;
};

/** Answer to a form: the result of `onElicitationRequest`. */
type CopilotCliForm = { readonly action: 'accept'; readonly content: CopilotCliContent };

/** Output of the `copilotCli` dialect for an unanswered request. */
type CopilotCliUnanswered =
  | { readonly answer: ''; readonly wasFreeform: false; readonly dismissed: true }
  | { readonly action: 'decline' | 'cancel' };

const DISMISSED = { answer: '', wasFreeform: false, dismissed: true } as const;

const SKIPPED = 'User skipped question';

/** Start of the text with which the autopilot answers, without a user. */
const AUTOPILOT = 'The user is not available to respond';

/** Unwraps an event of the session. Any other object is the input itself. */
const unwrap: Unwrap = (source) => {
  const { type, data } = fieldsIn(source);
  const isEvent = EVENTS.includes(type);
  const input = isEvent ? data : source;
  const { requestId, toolCallId, sessionId } = fieldsIn(input);
  const ids = { requestId: textOf(requestId), toolCallId: textOf(toolCallId), sessionId: textOf(sessionId) };
  return { input, ...(isEvent && { path: 'data' }), requestId: ids.requestId, metadata: nonEmptyFields(ids) };
};

function parse(input: unknown, options: ParseOptions): ParseResult<AskUserRequest> {
  const { input: call, path = '', requestId, metadata } = unwrapEnvelope(input, unwrap);
  if (fieldsIn(call)['requestedSchema'] != null) {
    const read = parseForm(call, path, { ...options, requestId: options.requestId ?? requestId });
    return read.ok && metadata ? { ...read, value: { ...read.value, metadata } } : read;
  }
  return readRequest(
    input,
    {
      fields: FIELDS,
      unwrap,
      singleSelect: true,
      mapQuestion: (question, { allow_freeform: free, allowFreeform = free }) => disallowOther(question, allowFreeform),
      rules: [requireTextOptions],
    },
    options,
  );
}

/** Returns the call of a request, and whether it asks one question. Any other request is answered as a form. */
function callOf({ raw, questions: [first, second] }: AskUserRequest) {
  return tryRead(
    () => {
      const call = fieldsWithin(fromJson(raw), unwrap);
      const isForm = typeof call['question'] !== 'string' || call['requestedSchema'] != null || second !== undefined;
      return { call, isForm: isForm || first?.multiSelect === true };
    },
    { call: {}, isForm: true },
  );
}

/**
 * The `ask_user` tool of GitHub Copilot CLI, in both variants: one question (`legacy`), and a form (`elicitation`).
 *
 * `parse` accepts the arguments of both, the requests of `onUserInputRequest` and `onElicitationRequest` of the SDK, and
 * the events `user_input.requested` and `elicitation.requested`. The `requestId` of an event is the default
 * `requestId`. `metadata` contains it, the `toolCallId`, and the `sessionId`. A form with an `elicitationSource` comes
 * from an MCP server and is an issue: use `mcpElicitation`.
 *
 * The handlers of the SDK return the output. Reply to an event with `session.rpc.ui.handlePendingUserInput` or
 * `handlePendingElicitation`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answer, wasFreeform }` to a question, `{ action: 'accept', content }` to a form, without skipped questions |
 * | declined | `{ action: 'decline' }` to a form; to a question as for cancelled |
 * | cancelled | `{ action: 'cancel' }` to a form; `{ answer: '', wasFreeform: false, dismissed: true }` to a question |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | as for cancelled: the agent cannot distinguish them |
 *
 * - A skipped question of the variant with one question is parsed as cancelled: "User skipped question".
 * - `toModelText` is the text of Copilot CLI, with four differences. It names skipped questions. It states that no option
 *   was chosen. In a form of several fields, it writes texts with commas or quotation marks as JSON. And it states that the
 *   user declined: Copilot CLI tells its model that the user is not available. `parseResult` reads the answer of its
 *   autopilot, which has the same text, as unavailable.
 * - Custom text is allowed for every field of a form, also for numbers and booleans. `allow_freeform: false` disallows it
 *   for a question with choices. A `default` is shown in the context and not preselected.
 * - In a form, equal labels have different values. Custom text that equals a value is ambiguous.
 * - Descriptions, previews, notes, reasons, and contexts except that of the first question are not supported.
 *
 * Source: `@github/copilot` 1.0.102 (its SDK, its schemas and its CLI), 1.0.40 for the model texts, and
 * github/copilot-sdk 0b86446, `test/snapshots/ask_user`.
 */
export const copilotCli: ToolDialect<CopilotCliAnswer | CopilotCliForm, CopilotCliUnanswered> = defineAgentDialect<
  CopilotCliAnswer | CopilotCliForm,
  CopilotCliUnanswered
>({
  name: 'copilotCli',
  agent: 'GitHub Copilot CLI `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'id', optionsBy: 'value', multiSelect: 'list', statuses: ['declined', 'cancelled'] },
  parse,
  matches(source) {
    const isEvent = EVENTS.includes(source['type']);
    const { question, choices, allow_freeform: free, message, requestedSchema, ...more } = fieldsWithin(source, unwrap);
    if (typeof question === 'string') {
      // Models also write "choices" in the calls of other tools, with objects or with several selected options.
      const hasTexts = listOf(choices).length > 0 && listOf(choices).every((choice) => typeof choice === 'string');
      return isEvent || typeof free === 'boolean' || (hasTexts && more['multiSelect'] === undefined);
    }
    return typeof message === 'string' && isRecord(requestedSchema) && (isEvent || isPlain(requestedSchema));
  },
  formatRequest: (request) => writeForm(request, LIMITS),
  format({ answers }, request) {
    const { call, isForm } = callOf(request);
    if (isForm) return { action: 'accept', content: contentOf(call, request.questions, answers) };
    const [answer] = answers;
    return !answer || answer.skipped ? DISMISSED : { answer: answer.text, wasFreeform: answer.selected.length === 0 };
  },
  formatUnanswered({ status }, request) {
    if (!callOf(request).isForm) return DISMISSED;
    return { action: status === 'declined' ? 'decline' : 'cancel' };
  },
  answeredText(output, request, result) {
    if ('action' in output) return withSkipped(contentText(output.content), request, result);
    if (output.dismissed) return withSkipped(`${SKIPPED}.`, request, result);
    return `${output.wasFreeform ? 'User responded' : 'User selected'}: ${output.answer}`;
  },
  unansweredText: (output, request, result) =>
    describeUnanswered(result, request, { cancelled: 'action' in output ? 'User cancelled the request' : SKIPPED }),
  parseResult(output, request) {
    const { answer, wasFreeform, dismissed, action, content } = fieldsIn(output);
    const words = textOf(answer);
    if (dismissed === true || action === 'cancel') return unanswered('cancelled');
    if (action === 'decline') return unanswered('declined');
    if (action === 'accept') {
      const given = fieldsIn(content);
      return answered(request, (one) => parseValue(one, Object.hasOwn(given, one.id) ? given[one.id] : undefined));
    }
    if (words === undefined || request.questions.length !== 1) {
      return notAResult('{ answer, wasFreeform } to a question, or { action, content } to a form');
    }
    if (wasFreeform !== true) return answered(request, [{ names: [words] }]);
    return words.startsWith(AUTOPILOT) ? unanswered('unavailable', words) : answered(request, [{ custom: words }]);
  },
});
