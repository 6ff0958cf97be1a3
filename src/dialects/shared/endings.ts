import type { Ended } from '../../core/answer/types.js';
import { formatIssues } from '../../core/question/issues.js';
import { discussText, isDiscussion } from './discuss.js';

const ENDINGS: Readonly<Record<Ended['status'], string>> = {
  declined: 'The user declined to answer',
  cancelled: 'The user cancelled',
  aborted: 'The question was withdrawn',
  superseded: 'Something newer replaced the question',
  connectionLost: 'The connection to the user was lost',
  timedOut: 'The user did not answer in time',
  unavailable: 'The question could not be shown to the user',
  invalid: 'The question was not asked, because the call is not valid',
};

/** Every ending without an answer. */
export const ENDED = Object.keys(ENDINGS) as readonly Ended['status'][];

export const NO_ANSWER = 'Nobody answered and no option was chosen.';

/**
 * What a model reads of a request that was not answered, in every dialect: what happened, that no option was chosen,
 * and why. A reason is quoted on one line, so that it can't pass for an answer of its own.
 *
 * @param happened - what happened, where the family has words of its own for it.
 */
export function endingText(result: Ended, happened: string = ENDINGS[result.status]): string {
  if (isDiscussion(result)) return discussText(result);
  const text = `${happened}. ${NO_ANSWER}`;
  if (result.status === 'invalid') return `${text} What to correct:\n${formatIssues(result.issues)}`;
  return 'reason' in result && result.reason ? `${text} Reason: ${JSON.stringify(result.reason)}.` : text;
}

/** An output as JSON, and what happened. Of a discussion that comes first, since it is no answer. */
export function jsonWithEnding(output: unknown, result: Ended): string {
  const json = JSON.stringify(output);
  return isDiscussion(result) ? `${endingText(result)}\n${json}` : `${json}\n${endingText(result)}`;
}

/** Why it ended, where that is known; of an invalid call, what to correct. */
export const whyEnded = (result: Ended): string | undefined =>
  (result.status === 'invalid' ? formatIssues(result.issues) : 'reason' in result && result.reason) || undefined;

function reasonOf(text: string): string | undefined {
  try {
    const reason: unknown = JSON.parse(text.replace(/^ Reason: /, '').replace(/\.$/, ''));
    return typeof reason === 'string' ? reason : undefined;
  } catch {
    return undefined;
  }
}

/** The ending that a text of `endingText` tells of; `undefined` for any other text. */
export function endingOf(text: string): Ended | undefined {
  for (const status of ENDED) {
    const start = `${ENDINGS[status]}. ${NO_ANSWER}`;
    if (!text.startsWith(start)) continue;
    const reason = reasonOf(text.slice(start.length));
    return endingWith(status, reason);
  }
  return undefined;
}

/** An ending and what is known of why. Issues do not come back. */
export function endingWith(status: Ended['status'], reason: string | undefined): Ended {
  if (status === 'invalid') return { status, issues: [] };
  if (status === 'unavailable') return { status, reason: reason ?? '' };
  return status === 'timedOut' || reason === undefined ? { status } : { status, reason };
}
