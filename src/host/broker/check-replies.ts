import { buildAnswers, buildAnswersSoFar } from '../../core/answer/build-answers.js';
import { parseReplies } from '../../core/answer/parse-replies.js';
import type { Answer } from '../../core/answer/types.js';
import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';

/** What a host lets a person do besides answering. */
interface Allowed {
  readonly allowSkip?: boolean | undefined;
  readonly allowPartial?: boolean | undefined;
}

/** Answers from what a client sent: all or none, and no skip that the host does not allow. Never throws. */
export function checkReplies(
  request: AskUserRequest,
  sent: unknown,
  { allowSkip, allowPartial }: Allowed,
): ParseResult<readonly Answer[]> {
  const parsed = parseReplies(sent);
  if (!parsed.ok) return parsed;
  const replies = parsed.value;
  const optional = new Set(request.questions.filter((one) => one.constraints?.required === false).map(({ id }) => id));
  // Partial answers are some, and never none.
  const mayBePartial = allowPartial && replies.some(({ skipped }) => !skipped);
  const issues: Issue[] = [];
  replies.forEach(({ skipped, questionId }, i) => {
    if (!skipped || allowSkip || mayBePartial || optional.has(questionId)) return;
    addIssue(issues, { code: 'skip_not_allowed', path: `replies[${i}]`, message: 'Must be answered.' });
  });
  return issues.length ? { ok: false, issues } : buildAnswers(request, replies);
}

/** The answers so far, from what a client sent with a wish to discuss. Never throws. */
export function checkSoFar(request: AskUserRequest, sent: unknown): ParseResult<readonly Answer[]> {
  const parsed = parseReplies(sent);
  return parsed.ok ? buildAnswersSoFar(request, parsed.value) : parsed;
}
