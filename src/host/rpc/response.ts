import { toOutput } from '../../core/answer/output.js';
import type { Answer, Ended, Reply } from '../../core/answer/types.js';
import { defined, isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { listOf } from '../../dialects/shared/envelope.js';
import { refuse } from '../../dialects/shared/issues.js';
import { endedFields, toReply, type Said } from '../../dialects/shared/read-answer.js';
import { bounded } from '../issues.js';
import type { Incoming } from './connection.js';
import type { RpcResponse } from './messages.js';

/** What a response says: replies that nobody has checked against the questions yet, or an ending. */
export type ReadResponse =
  | { readonly replies: readonly unknown[]; readonly from: 'answers' | 'replies' }
  | { readonly ended: Ended };

const issue = (code: string, path: string, message: string): Issue => ({ code, path, message });

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What stands against an answer before its words are looked at. */
function faultsOf(question: Question, answer: Incoming, path: string): readonly Issue[] {
  const { question: echo, answer: said, selectedOption, wasCustom, notes, skipped } = answer;
  const found: Issue[] = [];
  const mustBe = (name: string, what: string) => found.push(issue('type', `${path}.${name}`, `Must be ${what}.`));
  if (said != null && typeof said !== 'string' && !isTexts(said)) mustBe('answer', 'a text or a list of texts');
  if (wasCustom != null && typeof wasCustom !== 'boolean') mustBe('wasCustom', 'true or false');
  if (skipped != null && typeof skipped !== 'boolean') mustBe('skipped', 'true or false');
  if (notes != null && typeof notes !== 'string') mustBe('notes', 'a text');
  if (echo != null && echo !== question.question) {
    const message = 'Is not the question at this place. Send one answer for each question, in their order.';
    found.push(issue('mismatch', `${path}.question`, message));
  }
  const text = isTexts(said) ? said[0] : said;
  if (selectedOption != null && !question.multiSelect && (selectedOption !== text || wasCustom === true)) {
    const message = 'Is not what the answer says. Send the chosen label in both, or own words as the answer alone.';
    found.push(issue('mismatch', `${path}.selectedOption`, message));
  }
  return found;
}

/** Own words come last where somebody says that there are such; they may read like an option. */
function saidBy(question: Question, { answer, wasCustom }: Incoming): Said {
  if (wasCustom === true) {
    const texts = isTexts(answer) ? answer : [answer as string];
    return { chosen: texts.slice(0, -1), custom: texts.at(-1) };
  }
  if (isTexts(answer)) return { chosen: answer };
  return question.multiSelect ? { joined: answer as string } : { chosen: [answer as string] };
}

const byLabel = ({ label }: QuestionOption): string => label;

function replyOf(question: Question, answer: Incoming): Reply {
  const { skipped: _empty, ...reply } =
    answer['answer'] == null
      ? { questionId: question.id, selected: [] }
      : toReply(question, saidBy(question, answer), byLabel);
  return defined<Reply>({
    ...reply,
    notes: typeof answer['notes'] === 'string' ? answer['notes'] : undefined,
    // Nothing said is no answer, and no skip either: somebody has to say that.
    skipped: answer['skipped'] === true ? true : undefined,
  });
}

function readAnswers({ questions }: AskUserRequest, given: readonly unknown[]): ParseResult<ReadResponse> {
  if (given.length !== questions.length) {
    const message = `Has a length of ${given.length}. Send one answer for each of the ${questions.length} questions, in their order.`;
    return refuse(given.length < questions.length ? 'too_few' : 'too_many', 'answers', message);
  }
  const answers = given.map((one): Incoming | undefined =>
    isRecord(one) ? one : typeof one === 'string' || isTexts(one) ? { answer: one } : undefined,
  );
  const issues = questions.flatMap((question, i) => {
    const answer = answers[i];
    const path = `answers[${i}]`;
    if (answer) return faultsOf(question, answer, path);
    return [issue('type', path, 'Must be an answer: an object, a text, or a list of texts.')];
  });
  if (issues.length) return { ok: false, issues: bounded(issues) };
  const replies = questions.map((question, i) => replyOf(question, answers[i]!));
  return { ok: true, value: { replies, from: 'answers' }, warnings: [] };
}

/** A reply that names no question is to the one at its place. */
const placed = ({ questions }: AskUserRequest, given: readonly unknown[]): readonly unknown[] =>
  given.map((one, i) => (isRecord(one) && one['questionId'] == null ? { ...one, questionId: questions[i]?.id } : one));

const NOTHING_SAID =
  'Must have answers, one for each question in their order, or replies, or say how it ended otherwise.';

/** Reads a response to a request; what it says is not held against the questions yet, but for their order. Never throws. */
export function fromRpcResponse(request: AskUserRequest, message: Incoming): ParseResult<ReadResponse> {
  const { answered, answers, replies, cancelled, connectionLost, status } = message;
  const isEnded =
    answered === false || cancelled === true || connectionLost === true || (status != null && status !== 'answered');
  const said = listOf(replies ?? answers);
  if (isEnded) {
    if (said.length > 0)
      return refuse('mismatch', '', 'Says that nobody answered, and has answers. Send one of the two.');
    const ended = endedFields(message);
    return ended.ok ? { ok: true, value: { ended: ended.value }, warnings: [] } : ended;
  }
  if (Array.isArray(replies))
    return { ok: true, value: { replies: placed(request, said), from: 'replies' }, warnings: [] };
  if (Array.isArray(answers) && replies == null) return readAnswers(request, said);
  return refuse('missing', 'answers', NOTHING_SAID);
}

/** Answers as they are written for the side that asks: as the `ask_user` tool has them, and by position. */
export function toRpcResponse(requestId: string, answers: readonly Answer[]): RpcResponse {
  const replies = answers.map(({ questionId, selected, custom, notes, skipped }) =>
    defined<Reply>({ questionId, selected: selected.map(({ index }) => index), custom, notes, skipped }),
  );
  return { type: 'ask_user_response', requestId, ...toOutput({ status: 'answered', answers }), replies };
}

/** An ending as it is written for the side that asks. */
export function toRpcEnding(requestId: string, ended: Ended): RpcResponse {
  const reason = 'reason' in ended ? ended.reason : undefined;
  const { status } = ended;
  // This protocol has a reason, and no answers beside it.
  const plain = status === 'declined' ? { status } : ended;
  return { type: 'ask_user_response', requestId, ...toOutput(plain), status, ...(reason !== undefined && { reason }) };
}
