import type { Ended } from '../core/answer/types.js';
import { defined, isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import { defineDialect } from './define-dialect.js';
import { whyEnded } from './shared/endings.js';
import { type Envelope, some } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { questionFields } from './shared/marks.js';
import { answeredOf, endedOf, type Said, textsOf } from './shared/read-answer.js';
import { withoutOther } from './shared/read-request.js';
import type { Shape } from './shared/shape.js';
import { CHOICES } from './shared/shapes.js';
import { describedOptions, someHeader } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = { ...CHOICES, question: { ...CHOICES.question, multiSelect: 'multiple' } };

const LIMITS: Limits = {
  minQuestions: 1,
  minOptions: 0,
  headerRequired: true,
  headerMaxLength: 30,
  descriptionRequired: true,
};

/** The event `question.asked` or its newer twin, whose `properties` the newer stream of events has as `data`; or those alone. */
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
    ...(sent && { requestId: id, metadata: some({ requestID: id, sessionID, tool }) }),
  };
}

/** What opencode is replied for an answered request, and for a declined one: `client.question.reply`. */
export interface OpencodeReply {
  /** In question order: labels in option order, then the user's own words. Empty for "Unanswered". */
  readonly answers: string[][];
}

/** What becomes of every other ending: `client.question.reject`, which takes nothing but the request's id. */
export interface OpencodeReject {
  readonly reject: true;
  /** Which ending it was. For the host's log: opencode has no field for it. */
  readonly status: Exclude<Ended['status'], 'declined'>;
  /** As `status`. */
  readonly reason?: string;
}

/**
 * opencode's `question`, and what its server sends to clients: the event `question.asked`, its `properties` alone, an item
 * of `GET /question`, or the event `question.v2.asked`. Their id is the `requestId`, unless the host gives one, and
 * `metadata` has it as `requestID`, beside `sessionID` and `tool`.
 *
 * `formatResult` gives what the SDK's client takes:
 * `'answers' in wire ? client.question.reply({ requestID, ...wire }) : client.question.reject({ requestID })`. Where
 * `question.v2.asked` asked, that is `client.v2.session.question`, which takes the reply as `questionV2Reply: wire`.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answers: string[][] }` in question order; a skipped question is an empty list, "Unanswered" |
 * | declined | a reply with an empty list for each question: all "Unanswered", and the turn goes on |
 * | cancelled | a reject: the tool fails with "The user dismissed this question" and the turn ends |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | a reject, too: the agent can't tell them from cancelled |
 *
 * A reject has `status` and `reason` for the host's log; they are not sent. An answer in which every question was skipped
 * reads as declined. Labels with commas and Other beside selections come back as they are; in the model's text they are
 * joined with `", "`. Equal labels can't be told apart, nor a text that is a label from that option. Equal question texts
 * are no problem: answers go by position. Notes and previews are not on this wire. There is a header of at most 30 UTF-16
 * units and a description for each option; any number of questions and options. `custom: false`, which the server sets
 * and a model can't, gives a question without Other.
 *
 * Source: opencode 1.18.33, `@opencode-ai/sdk` 1.18.33 (`/v2`).
 */
export const opencode: AgentDialect<OpencodeReply, OpencodeReply | OpencodeReject> = defineDialect({
  name: 'opencode',
  agent: 'opencode `question`',
  carries: { keyedBy: 'position', several: 'list', endings: ['declined', 'cancelled'] },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: (question, { custom }) => withoutOther(question, custom),
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
  formatUnanswered: (result, request) =>
    result.status === 'declined'
      ? { answers: request.questions.map(() => []) }
      : defined<OpencodeReject>({ reject: true, status: result.status, reason: whyEnded(result) }),
  answeredText({ answers }, request) {
    const entries = request.questions.map(
      ({ question }, i) => `"${question}"="${answers[i]?.length ? answers[i].join(', ') : 'Unanswered'}"`,
    );
    return `User has answered your questions: ${entries.join(', ')}. You can now continue with the user's answers in mind.`;
  },
  happened: { cancelled: 'The user dismissed this question' },
  expected: '{ answers: string[][] } or { reject: true }',
  readResult(output, request) {
    const { answers, reject } = fieldsIn(output);
    if (reject === true) return endedOf('cancelled');
    if (!Array.isArray(answers)) return undefined;
    const said = request.questions.map((_, i): Said => ({ chosen: textsOf(answers[i]) }));
    return said.every(({ chosen }) => chosen?.length === 0) ? endedOf('declined') : answeredOf(request, said);
  },
});
