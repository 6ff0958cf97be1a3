import { buildPartialAnswers } from '../../core/answer/build-answers.js';
import { SENTENCES, UNANSWERED_STATUSES } from '../../core/answer/statuses.js';
import type { Reply, UnansweredResult } from '../../core/answer/types.js';
import { formatIssues, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { discussText, isDiscussion, readAbout, readDiscussText, readQuoted } from './discuss.js';
import { succeed } from './issues.js';
import { notAResult, type ParsedAnswer, toReply } from './read-answer.js';
import { defined, fieldsIn, textOf, textsOf } from './values.js';

type Status = UnansweredResult['status'];

export const NO_ANSWER = 'Nobody answered and no option was chosen.';

const CORRECT = ' What to correct:\n';

/**
 * Returns the model text of an unanswered result. The reason is quoted on one line, so it cannot imitate an answer.
 *
 * @param sentences - The agent's own sentences, without their period, in place of the default for a status. They are not
 * used for a discussion.
 */
export function describeUnanswered(
  result: UnansweredResult,
  request: AskUserRequest,
  sentences: Partial<Record<Status, string>> = {},
): string {
  if (isDiscussion(result)) return discussText(result, request);
  const text = `${sentences[result.status] ?? SENTENCES[result.status]}. ${NO_ANSWER}`;
  if (result.status === 'invalid' && result.issues.length > 0) return `${text}${CORRECT}${formatIssues(result.issues)}`;
  return 'reason' in result && result.reason ? `${text} Reason: ${JSON.stringify(result.reason)}.` : text;
}

/** For a discussion, the sentence comes first, because the output can contain options selected so far. */
export function jsonWithText(output: unknown, request: AskUserRequest, result: UnansweredResult): string {
  const texts = [JSON.stringify(output), describeUnanswered(result, request)];
  return (isDiscussion(result) ? texts.reverse() : texts).join('\n');
}

export const getReason = (result: UnansweredResult): string | undefined =>
  (result.status === 'invalid' ? formatIssues(result.issues) : 'reason' in result && result.reason) || undefined;

/** Returns the status, and the reason if there is one, for outputs that contain both. */
export function statusAndReason<R extends UnansweredResult>(result: R): { status: R['status']; reason?: string } {
  const reason = getReason(result);
  return { status: result.status, ...(reason !== undefined && { reason }) };
}

/** Returns the value if it is the status of an unanswered result. */
export const statusIn = (value: unknown): Status | undefined => UNANSWERED_STATUSES.find((status) => status === value);

/** Returns an unanswered result. `invalid` has no issues, and neither it nor `timedOut` has the reason. */
export function toUnanswered(status: Status, reason?: string): UnansweredResult {
  if (status === 'invalid') return { status, issues: [] };
  if (status === 'unavailable') return { status, reason: reason ?? '' };
  return status === 'timedOut' || reason === undefined ? { status } : { status, reason };
}

export const unanswered = (status: Status, reason?: string): ParseResult<UnansweredResult> =>
  succeed(toUnanswered(status, reason));

/** Parses fields that contain the status. */
export function parseUnansweredFields(output: unknown): ParseResult<UnansweredResult> {
  const { cancelled, connectionLost, status, reason } = fieldsIn(output);
  const named = cancelled === true ? 'cancelled' : connectionLost === true ? 'connectionLost' : statusIn(status);
  return named ? unanswered(named, textOf(reason)) : notAResult('an answer, or an unanswered result with its status');
}

/**
 * If an answer is invalid, the result has no answers.
 *
 * @param said - The message of the user, and the text of the question to discuss.
 */
export function discussionOf(
  request: AskUserRequest,
  parsed: readonly (ParsedAnswer & { readonly question: string })[],
  said: { readonly reason: string | undefined; readonly about: unknown },
): UnansweredResult {
  const left = [...parsed];
  const replies = request.questions.flatMap((question): Reply[] => {
    const at = left.findIndex((one) => one.question === question.question);
    return at === -1 ? [] : left.splice(at, 1).map((one) => toReply(question, one));
  });
  const built = buildPartialAnswers(request, replies);
  return defined<UnansweredResult>({
    status: 'declined',
    reason: said.reason,
    discuss: true,
    answers: built.ok ? built.value : [],
    about: readAbout(said.about, request),
  });
}

/**
 * Parses a text of `describeUnanswered` with a default sentence. The issues of `invalid` can be any text. Returns
 * `undefined` for other texts, even if they start with such a sentence.
 */
export function parseUnansweredText(text: string, request: AskUserRequest): UnansweredResult | undefined {
  const discussed = readDiscussText(text);
  if (discussed) {
    const parsed = discussed.soFar.map(({ question, answer, notes }) => ({ question, names: textsOf(answer), notes }));
    return discussionOf(request, parsed, discussed);
  }
  for (const status of UNANSWERED_STATUSES) {
    const start = `${SENTENCES[status]}. ${NO_ANSWER}`;
    if (!text.startsWith(start)) continue;
    const end = text.slice(start.length);
    if (end === '' || (status === 'invalid' && end.startsWith(CORRECT))) return toUnanswered(status);
    const reason = readQuoted(end, ' Reason: ');
    return reason === undefined ? undefined : toUnanswered(status, reason);
  }
  return undefined;
}
