import type {
  Answer,
  AnsweredOutput,
  AnsweredResult,
  AskUserRequest,
  AskUserResult,
  Issue,
  ParseResult,
  Question,
  UnansweredResult,
} from '../core/index.js';
import { toOutput } from '../core/answer/output.js';
import { defineAgentDialect } from './define-dialect.js';
import { getAbout, isDiscussion } from './lib/discuss.js';
import { fail, succeed } from './lib/issues.js';
import { answered, notAResult } from './lib/read-answer.js';
import { getAnswerText } from './lib/text-output.js';
import { getReason, jsonWithText, statusIn, toUnanswered } from './lib/unanswered.js';
import { defined, type Fields, fieldsIn, isRecord, listOf, textOf } from './lib/values.js';
import { messageOf, parseInterrupts, type Part, partsOf } from './ag-ui-interrupts.js';
import { askUser, discussionIn } from './ask-user.js';
import { type FormContent, fromContent, toContent } from './form/index.js';
import type { AgentDialect } from './types.js';

/** Payload for answered `metadata.questions`. */
type AgUiAnswers = {
  /** Marks the payload as answers. */
  readonly outcome: 'answered';
  /** One answer per question, in question order. */
  readonly answers: AnsweredOutput['answers'];
};

/** Payload for a declined request, or for a skipped message. */
type AgUiUnanswered = {
  /** `skipped` only for the question of a `message`. */
  readonly outcome: 'declined' | 'skipped';
  /** Reason, or the message of a discussion. */
  readonly reason?: string;
  /** The user wants to discuss the questions first. `answers` then contains the answers so far. */
  readonly discuss?: true;
  /** Text of the question to discuss, if it is a certain one of this interrupt. Only with `discuss`. */
  readonly about?: string;
  /** Answers so far. Only with `discuss`. */
  readonly answers?: AnsweredOutput['answers'];
};

/** One entry of `RunAgentInput.resume`. */
type AgUiResumeEntry =
  | {
      /** ID of the interrupt. */
      readonly interruptId: string;
      /** AG-UI's status for answered and declined requests, except for answers that the schema rejects. */
      readonly status: 'resolved';
      /**
       * Answers for `metadata.questions`, content of the form for a `responseSchema`, or text for a `message`.
       * `AgUiUnanswered` if the user declined, or skipped a `message`.
       */
      readonly payload: AgUiAnswers | AgUiUnanswered | FormContent | string;
    }
  | {
      /** ID of the interrupt. */
      readonly interruptId: string;
      /**
       * AG-UI's status for every unanswered result except `declined`, and for answers that the schema rejects. Also for a
       * declined form that has a property `outcome`.
       */
      readonly status: 'cancelled';
      /** Status, and the reason or the issues as text. Absent for `cancelled` without a reason. */
      readonly metadata?: {
        readonly outcome: UnansweredResult['status'];
        readonly reason?: string;
      };
    };

function abandoned(interruptId: string, result: UnansweredResult): AgUiResumeEntry {
  const { status: outcome } = result;
  const reason = getReason(result);
  const isSpecified = outcome !== 'cancelled' || reason !== undefined;
  return { interruptId, status: 'cancelled', ...(isSpecified && { metadata: defined({ outcome, reason }) }) };
}

const answersTo = (questions: readonly Question[], answers: readonly Answer[]): readonly Answer[] =>
  answers.filter(({ questionId }) => questions.some(({ id }) => id === questionId));

function answeredEntry(
  { id: interruptId, from, fields, questions }: Part,
  answers: readonly Answer[],
): AgUiResumeEntry {
  const own: AnsweredResult = { status: 'answered', answers: answersTo(questions, answers) };
  const resolved = { interruptId, status: 'resolved' } as const;
  if (from === 'form') {
    const { content, issues } = toContent(fields, own.answers);
    return issues.length > 0
      ? abandoned(interruptId, { status: 'invalid', issues })
      : { ...resolved, payload: content };
  }
  if (from === 'message') return { ...resolved, payload: getAnswerText(own) ?? { outcome: 'skipped' } };
  return { ...resolved, payload: { outcome: 'answered', answers: toOutput(own).answers } };
}

const hasOutcome = ({ fields }: Part): boolean => fields.some(({ key }) => key === 'outcome');

function entryOf(part: Part, result: AskUserResult): AgUiResumeEntry {
  if (result.status === 'answered') return answeredEntry(part, result.answers);
  // A server would read the payload of a decline as the content of such a form.
  if (result.status !== 'declined' || hasOutcome(part)) return abandoned(part.id, result);
  const { status: outcome, reason, discuss } = result;
  const about = isDiscussion(result) ? getAbout(result, { requestId: '', questions: part.questions }) : undefined;
  const own = answersTo(part.questions, result.answers ?? []);
  const answers = discuss && toOutput({ status: 'answered', answers: own }).answers;
  return {
    interruptId: part.id,
    status: 'resolved',
    payload: defined<AgUiUnanswered>({ outcome, reason, discuss, answers, about }),
  };
}

const formatResult = (result: AskUserResult, request: AskUserRequest): AgUiResumeEntry[] =>
  partsOf(request).map((part) => entryOf(part, result));

function parseUnansweredEntry(part: Part, entry: Fields): UnansweredResult | undefined {
  const { payload, metadata } = entry;
  if (entry['status'] === 'cancelled') {
    const { outcome, reason } = fieldsIn(metadata);
    return toUnanswered(statusIn(outcome) ?? 'cancelled', textOf(reason));
  }
  if (!isRecord(payload) || hasOutcome(part)) return undefined;
  // CopilotKit cannot send metadata with a cancellation, so its clients resolve with the outcome instead.
  const status = statusIn(payload['outcome']);
  if (status === 'declined' && payload['discuss'] === true)
    return discussionIn(payload, { requestId: '', questions: part.questions });
  return status && toUnanswered(status, textOf(payload['reason']));
}

function answersIn(part: Part, { payload }: Fields, request: AskUserRequest): ParseResult<AskUserResult> {
  const own = { ...request, questions: part.questions };
  if (part.from === 'form') {
    const { parsed, issues } = fromContent(part.fields, payload);
    return issues.length > 0 ? { ok: false, issues } : answered(own, parsed);
  }
  if (part.from === 'message') return answered(own, typeof payload === 'string' ? [{ names: [payload] }] : []);
  return askUser.parseResult({ answered: true, answers: isRecord(payload) ? payload['answers'] : undefined }, own);
}

function readEntries(output: readonly unknown[], request: AskUserRequest): ParseResult<AskUserResult> {
  const pairs: { readonly part: Part; readonly entry: Fields }[] = [];
  for (const part of partsOf(request)) {
    const [entry, another] = output.map(fieldsIn).filter(({ interruptId }) => interruptId === part.id);
    if (!entry) return fail('missing', '', `No entry for the interrupt "${part.id}". Send one for each interrupt.`);
    if (another) return fail('duplicate', '', `Several entries for the interrupt "${part.id}". Send one.`);
    if (entry['status'] !== 'resolved' && entry['status'] !== 'cancelled') {
      return fail('type', '', `The entry for "${part.id}" must have the status "resolved" or "cancelled".`);
    }
    pairs.push({ part, entry });
  }
  const results = pairs.map(({ part, entry }) => parseUnansweredEntry(part, entry));
  const unansweredResult = results.find((one) => one?.status === 'declined') ?? results[0];
  if (unansweredResult && !results.includes(undefined)) {
    const answers = results.flatMap((one) => (one?.status === 'declined' && one.answers) || []);
    if (!isDiscussion(unansweredResult)) return succeed(unansweredResult);
    const about = results.map((one) => one?.status === 'declined' && one.about).find(Boolean) || undefined;
    return succeed(defined<UnansweredResult>({ ...unansweredResult, answers, about }));
  }
  const answers: Answer[] = [];
  const issues: Issue[] = [];
  for (const [i, { part, entry }] of pairs.entries()) {
    const own = { ...request, questions: part.questions };
    // An unanswered interrupt beside answered ones counts as skipped.
    const read = results[i] ? answered(own, []) : answersIn(part, entry, request);
    if (!read.ok) issues.push(...read.issues);
    else if (read.value.status === 'answered') answers.push(...read.value.answers);
  }
  return issues.length > 0 ? { ok: false, issues } : succeed({ status: 'answered', answers });
}

/**
 * Interrupts of AG-UI: the event `RUN_FINISHED` with an interrupt as its `outcome`, the outcome, a list of interrupts,
 * or one interrupt. All interrupts of the input become one request, and its result answers all of them.
 *
 * The questions of an interrupt come from `metadata.questions` (the plain shape), else from `responseSchema` (a flat
 * JSON Schema form), else from `message`, which becomes a question without options. If an interrupt has questions and a
 * schema, and the ID of each question is a property of the schema, the answer is the form's content. The dialog then
 * shows the texts, headers, and contexts of the questions. It also shows the description and the preview of an option
 * whose index and label are those in the schema.
 *
 * A `message` beside questions becomes the context of the first one, unless that has a context or the message repeats
 * the questions. A form shows it before the first context, unless it repeats that or the question. If a form has only
 * one question and that has no text, the message is its text. With several interrupts, question IDs start with the
 * number of the interrupt, such as `2.q1`.
 *
 * By default the `requestId` is the interrupt's ID, or the IDs of several interrupts joined with a space.
 * `metadata.interrupts` contains the other fields of each interrupt, such as `reason`, `toolCallId`, `expiresAt`, and
 * the rest of `metadata`. The dialect does not check `expiresAt`.
 *
 * `formatResult` returns `RunAgentInput.resume` for `agent.runAgent({ resume })`. It has an entry for each interrupt,
 * which the protocol requires. It has one entry, with the `requestId`, for a request that is not from interrupts or
 * whose question IDs have changed since `parse`.
 *
 * | status | entry of each interrupt |
 * | --- | --- |
 * | answered | `resolved` with the payload `{ outcome: 'answered', answers: [{ question, answer, selectedOption?, wasCustom, notes?, skipped? }] }` for questions, the content by property for a form, or the text for a message (`{ outcome: 'skipped' }` if it was skipped) |
 * | declined | `resolved` with the payload `{ outcome: 'declined', reason? }` |
 * | declined with `discuss` | the same with `discuss: true` and the `answers` so far, and `about` in the entry with the question to discuss |
 * | cancelled | `cancelled`, with the reason in `metadata` if there is one |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | `cancelled` with `metadata: { outcome, reason? }` and the status as `outcome` |
 *
 * The agent decides what the model reads. `toModelText` returns the entries as JSON. For an unanswered request it adds
 * a sentence that states why. If some interrupts are answered and others are cancelled or declined, `parseResult`
 * treats the questions of the latter as skipped.
 *
 * - Labels with commas, equal question texts, and custom text beside selected options are preserved.
 * - Equal labels in `metadata.questions` are ambiguous. Previews are not returned.
 * - A message takes no notes, and a form takes one only in a property for it. A form can return custom text beside options
 *   only in an additional string property, such as `<key>__other`.
 * - An answer that the schema of a form rejects, such as by its `format`, is not sent. The same applies to a skipped
 *   question that the form requires. The interrupt is then `cancelled` with the outcome `invalid`.
 * - If a form has a property `outcome`, a declined request is `cancelled` with the outcome `declined`, because its
 *   payload would look like content. A discussion is then only a decline.
 *
 * Source: AG-UI 1.0, `@ag-ui/core` 1.0.0.
 */
export const agUi: AgentDialect<AgUiResumeEntry[]> = defineAgentDialect({
  name: 'agUi',
  agent: 'AG-UI interrupts',
  capabilities: { keyedBy: 'index', multiSelect: 'list', customText: 'separate', notes: true, discuss: true },
  parse: parseInterrupts,
  matches(source) {
    const { type, interrupts } = fieldsIn(source['type'] === 'RUN_FINISHED' ? source['outcome'] : source);
    return type === 'interrupt' && Array.isArray(interrupts);
  },
  formatRequest({ metadata, ...request }) {
    const written = askUser.formatRequest(request);
    if (!written.ok || !isRecord(written.value)) return written;
    const { questions } = written.value;
    const interrupt = {
      id: request.requestId,
      reason: 'input_required',
      message: messageOf(request),
      metadata: { ...metadata, questions },
    };
    return { ...written, value: { type: 'interrupt', interrupts: [interrupt] } };
  },
  format: formatResult,
  formatUnanswered: formatResult,
  unansweredText: (output, request, result) => jsonWithText(output, request, result),
  parseResult: (output, request) =>
    Array.isArray(output) ? readEntries(listOf(output), request) : notAResult('a list of resume entries'),
});
