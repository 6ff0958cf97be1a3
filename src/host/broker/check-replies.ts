import { buildAnswers, buildPartialAnswers } from '../../core/answer/build-answers.js';
import { mayStayBlank } from '../../core/answer/constraints.js';
import { parseReplies } from '../../core/answer/parse-replies.js';
import type { Answer } from '../../core/answer/types.js';
import { readAllow, type Allow } from '../../core/flow/allow.js';
import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';

export function checkReplies(
  request: AskUserRequest,
  sent: unknown,
  allow: Allow | undefined,
): ParseResult<readonly Answer[]> {
  const parsed = parseReplies(sent);
  if (!parsed.ok) return parsed;
  const replies = parsed.value;
  // Stored requests can come from another process.
  const { skip, partial } = readAllow(allow);
  const optional = new Set(request.questions.filter(mayStayBlank).map(({ id }) => id));
  // A partial answer needs at least one question that is not skipped.
  const mayBePartial = partial && replies.some(({ skipped }) => !skipped);
  const issues: Issue[] = [];
  replies.forEach(({ skipped, questionId }, i) => {
    if (!skipped || skip || mayBePartial || optional.has(questionId)) return;
    addIssue(issues, { code: 'skip_not_allowed', path: `replies[${i}]`, message: 'Must be answered.' });
  });
  return issues.length ? { ok: false, issues } : buildAnswers(request, replies);
}

/** Builds the answers so far from the replies of a decline with `discuss`. */
export function checkSoFar(request: AskUserRequest, sent: unknown): ParseResult<readonly Answer[]> {
  const parsed = parseReplies(sent);
  return parsed.ok ? buildPartialAnswers(request, parsed.value) : parsed;
}
