import type { UnansweredResult } from '../../../core/answer/types.js';
import { defined, isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import { defineDialect } from '../../define-dialect.js';
import { getReason } from '../../wire/unanswered.js';
import { type Envelope, nonEmptyFields } from '../../wire/envelope.js';
import { fieldsIn } from '../../wire/fields.js';
import { inQuotes } from '../../wire/quoted.js';
import { questionFields } from '../../wire/signature.js';
import { answeredOf, unansweredOf, type ParsedAnswer, textsOf } from '../../wire/read-answer.js';
import { disallowOther } from '../../wire/read-request.js';
import { CHOICES, type Shape } from '../../wire/shape.js';
import { describedOptions, someHeader } from '../../wire/write-request.js';
import type { ToolDialect } from '../../types.js';
import { opencodeTool } from './tool.js';

const SHAPE: Shape = { ...CHOICES, question: { ...CHOICES.question, multiSelect: 'multiple' } };

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
function open(source: unknown): Envelope | undefined {
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
}

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
 * Source: opencode 1.18.33, `@opencode-ai/sdk` 1.18.33 (`/v2`).
 */
export const opencode: ToolDialect<OpencodeReply, OpencodeReply | OpencodeReject> = defineDialect({
  name: 'opencode',
  agent: 'opencode `question`',
  tool: opencodeTool,
  capabilities: { keyedBy: 'index', multiSelect: 'list', statuses: ['declined', 'cancelled'] },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: (question, { custom }) => disallowOther(question, custom),
  signatureIn: open,
  signature: (source) => {
    const { id, sessionID, questions } = source;
    const sent = typeof id === 'string' && id.startsWith('que_') && typeof sessionID === 'string';
    if (sent) return Array.isArray(questions);
    return questionFields(source).some(({ multiple }) => typeof multiple === 'boolean');
  },
  write: {
    extra: (question, i) => ({
      header: someHeader(question, i),
      options: describedOptions(question),
      ...(question.constraints?.allowCustom === false && { custom: false }),
    }),
    constraints: ['allowCustom'],
  },
  formatAnswered: (result) => ({
    answers: result.answers.map(({ answer, skipped }) => {
      if (skipped) return [];
      return typeof answer === 'string' ? [answer] : [...answer];
    }),
  }),
  formatUnansweredOutput: (result, request) =>
    result.status === 'declined'
      ? { answers: request.questions.map(() => []) }
      : defined<OpencodeReject>({ reject: true, status: result.status, reason: getReason(result) }),
  answeredText({ answers }, request) {
    const entries = request.questions.map(
      ({ question }, i) =>
        `${inQuotes(question)}=${inQuotes(answers[i]?.length ? answers[i].join(', ') : 'Unanswered')}`,
    );
    return `User has answered your questions: ${entries.join(', ')}. You can now continue with the user's answers in mind.`;
  },
  happened: { cancelled: 'The user dismissed this question' },
  expected: '{ answers: string[][] } or { reject: true }',
  readResult(output, request) {
    const { answers, reject } = fieldsIn(output);
    if (reject === true) return unansweredOf('cancelled');
    if (!Array.isArray(answers)) return undefined;
    const parsed = request.questions.map((_, i): ParsedAnswer => ({ names: textsOf(answers[i]) }));
    return parsed.every(({ names }) => names?.length === 0) ? unansweredOf('declined') : answeredOf(request, parsed);
  },
});
