import { buildAnswers, buildPartialAnswers } from '../../core/answer/build-answers.js';
import { mayStayBlank } from '../../core/answer/constraints.js';
import { parseReplies } from '../../core/answer/parse-replies.js';
import type { Answer, Discussion } from '../../core/answer/types.js';
import { readAllow, type Allow } from '../../core/flow/allow.js';
import { defined } from '../../core/guards.js';
import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { DeclineOptions } from './types.js';

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

/** Returns the result of a decline with `discuss`, with the answers so far. */
export function checkDiscussion(
  request: AskUserRequest,
  { reason, about, replies = [] }: DeclineOptions,
): ParseResult<Discussion> {
  const parsed = parseReplies(replies);
  const built = parsed.ok ? buildPartialAnswers(request, parsed.value) : parsed;
  if (!built.ok) return built;
  if (about !== undefined && !request.questions.some(({ id }) => id === about)) {
    const message = `Unknown question "${about}".`;
    return { ok: false, issues: [{ code: 'unknown_question', path: 'about', message }] };
  }
  const value = defined<Discussion>({ status: 'declined', reason, discuss: true, answers: built.value, about });
  return { ...built, value };
}
