import type { Limits, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import { CHOICE_FIELDS, type FieldNames, questionFields } from './lib/fields.js';
import { inQuotes } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { statusAndReason, unanswered } from './lib/unanswered.js';
import { fieldsIn, isRecord, nonEmptyFields, textsOf } from './lib/values.js';
import { emptyOptions, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** opencode's `question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'question',
  description:
    'Ask the user one or more questions and wait for the answers. Use it for decisions that only the user can ' +
    'make. The user can always type another answer, so do not add an option for that.',
  inputSchema: object({
    questions: list('The questions, in the order in which the user sees them.', {
      question: text('The complete question.'),
      header: text('Short label for the question, at most 30 characters.'),
      options: list('Options that the user can select. Pass an empty list if the user should type the answer.', {
        label: text('The option in 1-5 words. It is returned as the answer.'),
        description: text('What this option means.'),
      }),
      multiple: optional(flag('Whether the user can select several options.')),
    }),
  }),
};

const FIELDS: FieldNames = {
  ...CHOICE_FIELDS,
  question: { ...CHOICE_FIELDS.question, multiSelect: 'multiple', allowCustom: 'custom' },
};

const LIMITS: Limits = {
  minQuestions: 1,
  minOptions: 0,
  headerRequired: true,
  headerMaxLength: 30,
  descriptionRequired: true,
};

/**
 * Unwraps the events `question.asked` and `question.v2.asked`, whose request is in `properties` or `data`. Any other
 * object is the input itself.
 */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { type } = source;
  const event = type === 'question.asked' || type === 'question.v2.asked';
  const path = event && source['properties'] == null ? 'data' : 'properties';
  const asked = event ? source[path] : source;
  const { id, sessionID, tool } = fieldsIn(asked);
  const sent = typeof id === 'string' && typeof sessionID === 'string';
  return {
    input: asked,
    ...(event && { path }),
    ...(sent && { requestId: id, metadata: nonEmptyFields({ requestID: id, sessionID, tool }) }),
  };
};

/** Output of the `opencode` dialect for an answered or declined request, for `client.question.reply`. */
type OpencodeReply = {
  /**
   * One list per question: labels in option order, then the custom text. The model reads an empty one as "Unanswered".
   */
  readonly answers: string[][];
};

/** Output of the `opencode` dialect for every other status. Call `client.question.reject` with the request ID. */
type OpencodeReject = {
  /** Marks the output as a reject. */
  readonly reject: true;
  /** Status of the result, for the host's log. opencode has no field for it. */
  readonly status: Exclude<UnansweredResult['status'], 'declined'>;
  /** Reason of the result, or the issues of an `invalid` result as text, for the host's log. */
  readonly reason?: string;
};

/**
 * opencode's `question`.
 *
 * `parse` accepts its arguments, the event `question.asked`, its `properties`, an item of `GET /question`, and the
 * event `question.v2.asked`. The request's `id` is the default `requestId`. `metadata` contains it as `requestID`,
 * with `sessionID` and `tool`.
 *
 * Pass the output to the SDK's client:
 * `'answers' in output ? client.question.reply({ requestID, ...output }) : client.question.reject({ requestID })`. For
 * `question.v2.asked`, use `client.v2.session.question`, which also needs the `sessionID`. Its reply takes
 * `questionV2Reply: output`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: string[][] }` in question order, with an empty list ("Unanswered") for a skipped question |
 * | declined | a reply with an empty list for each question: the turn continues |
 * | cancelled | a reject: the tool fails with "The user dismissed this question", and the turn ends unless `experimental.continue_loop_on_deny` is set |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | a reject: the agent cannot distinguish them from cancelled |
 *
 * - `status` and `reason` of a reject are for the host's log and are not sent.
 * - If every question was skipped, the answer is parsed as declined.
 * - Labels with commas and custom text beside selected options are preserved. In the model text they are joined with
 *   `", "`.
 * - `toModelText` writes questions and answers that contain quotation marks as JSON. opencode does not escape them.
 * - Equal labels are ambiguous, and so is custom text that equals a label. Answers are matched by index.
 * - Notes and previews are not returned.
 * - `parse` reports a header that is missing or above 30 UTF-16 code units, and an option without a description. The
 *   number of questions and options is not limited.
 * - `custom: false` disallows custom text for questions with options. Only the server sets it, not a model.
 *
 * Source: `opencode-ai` 1.18.33 and `@opencode-ai/sdk` 1.19.3 (`/v2`).
 */
export const opencode: ToolDialect<OpencodeReply, OpencodeReply | OpencodeReject> = defineAgentDialect({
  name: 'opencode',
  agent: 'opencode `question`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'index', multiSelect: 'list', statuses: ['declined', 'cancelled'] },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap }, options),
  matches(source) {
    const request = fieldsWithin(source, unwrap);
    const { id, sessionID, questions } = request;
    const sent = typeof id === 'string' && id.startsWith('que_') && typeof sessionID === 'string';
    if (sent) return Array.isArray(questions);
    return questionFields(request).some(({ multiple }) => typeof multiple === 'boolean');
  },
  formatRequest: (request) => writeRequest(request, FIELDS, { limits: LIMITS, extra: emptyOptions }),
  format: (result) => ({
    answers: result.answers.map(({ answer, skipped }) => {
      if (skipped) return [];
      return typeof answer === 'string' ? [answer] : [...answer];
    }),
  }),
  formatUnanswered: (result, request) =>
    result.status === 'declined'
      ? { answers: request.questions.map(() => []) }
      : { reject: true, ...statusAndReason(result) },
  answeredText({ answers }, request) {
    const entries = request.questions.map(
      ({ question }, i) =>
        `${inQuotes(question)}=${inQuotes(answers[i]?.length ? answers[i].join(', ') : 'Unanswered')}`,
    );
    return `User has answered your questions: ${entries.join(', ')}. You can now continue with the user's answers in mind.`;
  },
  sentences: { cancelled: 'The user dismissed this question' },
  parseResult(output, request) {
    const { answers, reject } = fieldsIn(output);
    if (reject === true) return unanswered('cancelled');
    if (!Array.isArray(answers)) return notAResult('{ answers: string[][] } or { reject: true }');
    const parsed = request.questions.map((_, i): ParsedAnswer => ({ names: textsOf(answers[i]) }));
    return parsed.every(({ names }) => names?.length === 0) ? unanswered('declined') : answered(request, parsed);
  },
});
