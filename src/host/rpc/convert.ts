import { toOutput } from '../../core/answer/output.js';
import { toReplyOf } from '../../core/answer/build-answers.js';
import { textOrTexts } from '../../core/answer/parse-record.js';
import { SENTENCES } from '../../core/answer/statuses.js';
import type { Answer, Discussion, UnansweredResult, Reply } from '../../core/answer/types.js';
import { readAllow } from '../../core/flow/allow.js';
import { defined, isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import { parseRequest } from '../../core/question/parse-request.js';
import { recommend } from '../../core/question/recommended.js';
import { readConstraints, REQUEST } from '../../core/question/schema.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { bool, fault, fields, optional, schema, text } from '../../core/schema.js';
import { DEFAULT_FIELDS, PREVIEW_FIELDS, type FieldNames, sourcesOf } from '../../dialects/lib/fields.js';
import { isDiscussion } from '../../dialects/lib/discuss.js';
import { fail } from '../../dialects/lib/issues.js';
import { toReply, type ParsedAnswer } from '../../dialects/lib/read-answer.js';
import { parseUnansweredFields } from '../../dialects/lib/unanswered.js';
import { fieldsIn, listOf, textOf } from '../../dialects/lib/values.js';
import { writeRequest } from '../../dialects/lib/write-request.js';
import { checkDiscussion } from '../broker/check-replies.js';
import type { DeclineOptions, PendingRequest } from '../broker/types.js';
import type { NewRequest, RequestInstance, Settlement } from '../store/types.js';
import type { Incoming } from './connection.js';
import type { RpcCancel, RpcRequest, RpcResponse } from './messages.js';

const FIELDS: FieldNames = { ...DEFAULT_FIELDS, option: { ...PREVIEW_FIELDS.option, recommended: 'recommended' } };

export function toRpcRequest({ request, conversationId, ...asked }: NewRequest | PendingRequest): RpcRequest {
  const { requestId, metadata, asker, previewFormat, blocking } = request;
  const written = writeRequest(request, FIELDS, {
    extra: ({ constraints }) => (constraints ? { constraints } : {}),
  });
  const { questions } = (written.ok ? written.value : {}) as Pick<RpcRequest, 'questions'>;
  return {
    type: 'ask_user_request',
    requestId,
    ...('instanceId' in asked && { instanceId: asked.instanceId }),
    questions,
    ...(metadata !== undefined && { metadata }),
    ...(conversationId !== '' && { conversationId }),
    ...(asker !== undefined && { asker }),
    ...(previewFormat !== undefined && { previewFormat }),
    ...(blocking === false && { blocking }),
    ...(asked.allow && { allow: readAllow(asked.allow) }),
    ...('askBack' in asked && asked.askBack?.offered && { askBack: true }),
  };
}

/** Returns the ids that the peer sent, if they are unique and complete. */
function idsOf(sent: readonly Incoming[]): readonly string[] | undefined {
  const ids = sent.map(({ id }) => id).filter((id) => typeof id === 'string');
  return ids.length === sent.length && new Set(ids).size === ids.length ? ids : undefined;
}

/** Keeps the ids, also empty ones, the constraints and what is recommended, because a host sends the request. */
export function fromRpcRequest(requestId: string, message: Incoming): ParseResult<AskUserRequest> {
  const { questions, metadata, asker, previewFormat, blocking } = message;
  const parsed = parseRequest(
    { questions, metadata },
    {
      requestId,
      asker: REQUEST.asker.read(asker, 'asker', []),
      previewFormat: REQUEST.previewFormat.read(previewFormat, 'previewFormat', []),
      blocking: REQUEST.blocking.read(blocking, 'blocking', []),
    },
  );
  if (!parsed.ok) return parsed;
  const { raw: _raw, ...request } = parsed.value;
  const { fieldsOf, optionsOf } = sourcesOf({ questions }, FIELDS);
  const sent = request.questions.map((_, i) => fieldsOf(i));
  const ids = idsOf(sent);
  const asked = request.questions.map((question, i) => {
    const options = optionsOf(i);
    const advised = recommend(question, (index) => fieldsIn(options[index])['recommended'] === true);
    return { ...advised, id: ids?.[i] ?? question.id };
  });
  const constrained = readConstraints({ ...request, questions: asked }, sent);
  return constrained.ok ? { ...constrained, warnings: parsed.warnings } : constrained;
}

/** A parsed response: replies that are not validated, or an unanswered result. */
export type ReadResponse =
  | { readonly replies: readonly unknown[]; readonly from: 'answers' | 'replies' }
  | { readonly ended: UnansweredResult };

/** An answer of the `ask_user` tool, as far as it is read. */
interface Said {
  readonly question?: string;
  readonly answer?: string | readonly string[];
  readonly selectedOption?: string;
  readonly wasCustom?: boolean;
  readonly skipped?: boolean;
  readonly notes?: string;
}

const saidFields = fields<Said>({
  question: optional(text()),
  answer: optional(textOrTexts),
  selectedOption: optional(text()),
  wasCustom: optional(bool),
  skipped: optional(bool),
  notes: optional(text()),
});

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const said = schema<Said>('an object, a string, or an array of strings', (value, path, issues) => {
  if (typeof value === 'string' || isTexts(value)) return { answer: value };
  if (isRecord(value)) return saidFields.read(value, path, issues);
  return fault(issues, 'type', path, 'Must be an object, a string, or an array of strings.');
});

function checkEcho(question: Question, answer: Said, path: string, issues: Issue[]): void {
  const { question: echo, answer: texts, selectedOption, wasCustom } = answer;
  if (echo !== undefined && echo !== question.question) {
    const message = 'Must equal the question at this index. Send one answer for each question, in order.';
    fault(issues, 'mismatch', `${path}.question`, message);
  }
  const [first] = [texts].flat();
  if (selectedOption !== undefined && !question.multiSelect && (selectedOption !== first || wasCustom)) {
    const message = 'Must equal the answer. Send the selected label in both, or a custom text only as the answer.';
    fault(issues, 'mismatch', `${path}.selectedOption`, message);
  }
}

/** With `wasCustom`, the last text is the custom text, even if it equals a label. */
function saidBy(question: Question, answer: string | readonly string[], wasCustom = false): ParsedAnswer {
  const texts = [answer].flat();
  if (wasCustom) return { names: texts.slice(0, -1), custom: texts.at(-1) };
  return typeof answer === 'string' && question.multiSelect ? { joined: answer } : { names: texts };
}

const byLabel = ({ label }: QuestionOption): string => label;

function replyOf(question: Question, { answer, wasCustom, notes, skipped }: Said): Reply {
  const { skipped: _empty, ...reply } =
    answer === undefined
      ? { questionId: question.id, selected: [] }
      : toReply(question, saidBy(question, answer, wasCustom), byLabel);
  // An absent or blank answer is not a skip. Only `skipped: true` is.
  return defined<Reply>({ ...reply, notes, skipped: skipped || undefined });
}

function readAnswers({ questions }: AskUserRequest, given: readonly unknown[]): ParseResult<ReadResponse> {
  if (given.length !== questions.length) {
    const message = `Must have one answer for each of the ${questions.length} questions, in order; has ${given.length}.`;
    return fail(given.length < questions.length ? 'too_few' : 'too_many', 'answers', message);
  }
  const issues: Issue[] = [];
  const replies = questions.map((question, i): Reply | undefined => {
    const path = `answers[${i}]`;
    const answer = said.read(given[i], path, issues);
    if (answer) checkEcho(question, answer, path, issues);
    return answer && replyOf(question, answer);
  });
  if (issues.length) return { ok: false, issues };
  return { ok: true, value: { replies, from: 'answers' }, warnings: [] };
}

const placed = ({ questions }: AskUserRequest, given: readonly unknown[]): readonly unknown[] =>
  given.map((one, i) => (isRecord(one) && one['questionId'] == null ? { ...one, questionId: questions[i]?.id } : one));

/** `replies` are the answers so far. */
function readDiscussion(request: AskUserRequest, message: Incoming): ParseResult<ReadResponse> {
  const { reason, about, answers, replies } = message;
  if (about != null && typeof about !== 'string') return fail('type', 'about', 'Must be the ID of a question.');
  if (replies == null && listOf(answers).length > 0)
    return fail('mismatch', 'answers', 'Must be empty. Send the answers so far as `replies`.');
  const soFar = placed(request, listOf(replies)) as readonly Reply[];
  const checked = checkDiscussion(request, { reason: textOf(reason), about: about ?? undefined, replies: soFar });
  return checked.ok ? { ...checked, value: { ended: checked.value } } : checked;
}

const NOTHING_SAID = 'Must have `answers`, one for each question in order, or `replies`, or a `status`.';

export function fromRpcResponse(request: AskUserRequest, message: Incoming): ParseResult<ReadResponse> {
  const { answered, answers, replies, cancelled, connectionLost, status, discuss } = message;
  const isEnded =
    answered === false || cancelled === true || connectionLost === true || (status != null && status !== 'answered');
  const said = listOf(replies ?? answers);
  if (isEnded) {
    if (status === 'declined' && discuss === true) return readDiscussion(request, message);
    if (said.length > 0)
      return fail('mismatch', '', 'Must not have answers and an unanswered status. Send one of the two.');
    const ended = parseUnansweredFields(message);
    return ended.ok ? { ok: true, value: { ended: ended.value }, warnings: [] } : ended;
  }
  if (Array.isArray(replies))
    return { ok: true, value: { replies: placed(request, said), from: 'replies' }, warnings: [] };
  if (Array.isArray(answers) && replies == null) return readAnswers(request, said);
  return fail('missing', 'answers', NOTHING_SAID);
}

export function toRpcResponse(requestId: string, answers: readonly Answer[]): RpcResponse {
  const output = toOutput({ status: 'answered', answers });
  return { type: 'ask_user_response', requestId, ...output, replies: answers.map(toReplyOf) };
}

/** Returns the arguments of a decline, with the answers so far as replies. */
export const toDecline = ({ reason, discuss, about, answers = [] }: Discussion) =>
  defined<DeclineOptions>({ reason, discuss, about, replies: answers.map(toReplyOf) });

export function toRpcEnding(requestId: string, ended: UnansweredResult): RpcResponse {
  const reason = 'reason' in ended ? ended.reason : undefined;
  const { status } = ended;
  const more = isDiscussion(ended) && toDecline(ended);
  return defined<RpcResponse>({ type: 'ask_user_response', requestId, ...toOutput(ended), status, reason, ...more });
}

const reasonOf = (status: RpcCancel['status']): string => {
  if (status === 'answered') return 'It was answered elsewhere.';
  return status === 'orphaned' ? 'Nobody waits for the answer any more.' : `${SENTENCES[status]}.`;
};

export const cancelOf = (
  requestId: string,
  instanceId: string,
  status: RpcCancel['status'],
  reason = reasonOf(status),
): RpcCancel => ({ type: 'ask_user_cancel', requestId, instanceId, status, reason });

export function settledOf({ request, instanceId }: RequestInstance, { result, by }: Settlement): RpcCancel {
  const { status } = result;
  const why = ('reason' in result && result.reason) || undefined;
  const reason = by !== undefined && status === 'answered' ? `It was answered elsewhere, by ${by}.` : why;
  return cancelOf(request.requestId, instanceId, status, reason);
}
