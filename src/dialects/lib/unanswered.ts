import { SENTENCES, UNANSWERED_STATUSES } from '../../core/answer/statuses.js';
import type { UnansweredResult } from '../../core/answer/types.js';
import { formatIssues } from '../../core/question/issues.js';
import { discussText, isDiscussion, readQuoted } from './discuss.js';

export const NO_ANSWER = 'Nobody answered and no option was chosen.';

const CORRECT = ' What to correct:\n';

/**
 * The reason is quoted on one line, so it cannot imitate an answer.
 *
 * @param sentences - The agent's own sentences, without their period, in place of the default for a status. They are not
 * used for a discussion.
 */
export function formatUnanswered(
  result: UnansweredResult,
  sentences: Partial<Record<UnansweredResult['status'], string>> = {},
): string {
  if (isDiscussion(result)) return discussText(result);
  const text = `${sentences[result.status] ?? SENTENCES[result.status]}. ${NO_ANSWER}`;
  if (result.status === 'invalid') return `${text}${CORRECT}${formatIssues(result.issues)}`;
  return 'reason' in result && result.reason ? `${text} Reason: ${JSON.stringify(result.reason)}.` : text;
}

/** For a discussion, the sentence comes first, because the output can contain options selected so far. */
export function jsonWithText(output: unknown, result: UnansweredResult): string {
  const json = JSON.stringify(output);
  return isDiscussion(result) ? `${formatUnanswered(result)}\n${json}` : `${json}\n${formatUnanswered(result)}`;
}

export const getReason = (result: UnansweredResult): string | undefined =>
  (result.status === 'invalid' ? formatIssues(result.issues) : 'reason' in result && result.reason) || undefined;

/**
 * Parses a text of `formatUnanswered` with a default sentence. The issues of `invalid` can be any text. Returns
 * `undefined` for discussions and for other texts, even if they start with such a sentence.
 */
export function parseUnanswered(text: string): UnansweredResult | undefined {
  for (const status of UNANSWERED_STATUSES) {
    const start = `${SENTENCES[status]}. ${NO_ANSWER}`;
    if (!text.startsWith(start)) continue;
    const end = text.slice(start.length);
    if (end === '' || (status === 'invalid' && end.startsWith(CORRECT))) return toUnanswered(status, undefined);
    const reason = readQuoted(end, ' Reason: ');
    return reason === undefined ? undefined : toUnanswered(status, reason);
  }
  return undefined;
}

/** Returns an unanswered result. `invalid` has no issues, and neither it nor `timedOut` has the reason. */
export function toUnanswered(status: UnansweredResult['status'], reason: string | undefined): UnansweredResult {
  if (status === 'invalid') return { status, issues: [] };
  if (status === 'unavailable') return { status, reason: reason ?? '' };
  return status === 'timedOut' || reason === undefined ? { status } : { status, reason };
}
