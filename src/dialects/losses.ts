import { allowsNotes } from '../core/answer/constraints.js';
import type { Answer, AskUserResult, Discussion, Exchange } from '../core/answer/types.js';
import type { Issue } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isDiscussion } from './lib/discuss.js';
import { lossIssue } from './lib/issues.js';
import { wireName } from './lib/read-answer.js';
import type { AgentDialect, DialectCapabilities } from './types.js';

/**
 * Whether the answer does not identify its options because the format identifies them by name: a selected option shares
 * its name with an unselected one, or the inline custom text equals the names of several options.
 */
function ambiguous(
  { selected, custom, questionId }: Answer,
  { questions }: AskUserRequest,
  capabilities: DialectCapabilities,
): boolean {
  if (capabilities.optionsBy === 'index') return false;
  const names = questions.find(({ id }) => id === questionId)?.options.map(wireName) ?? [];
  const chosen = new Set(selected.map(({ index }) => names[index]));
  if (names.filter((name) => chosen.has(name)).length > selected.length) return true;
  return capabilities.customText === 'inline' && names.filter((name) => name === custom).length > 1;
}

/** Whether the answer has notes that the agent does not read, even if they are in the output. */
const hasUnreadNotes = (answer: Answer, { notes }: DialectCapabilities): boolean =>
  answer.notes !== undefined && !allowsNotes({ constraints: { allowNotes: notes } }, answer);

const UNSURE = 'The agent cannot tell the selected options and the custom text of this answer apart.';

const selectionOf = ({ selected, custom }: Answer) => [selected.map(({ index }) => index), custom];

function answerLosses(
  sent: Answer,
  read: Answer | undefined,
  path: string,
  { unsure, unread }: { readonly unsure: boolean; readonly unread: boolean },
): Issue[] {
  const differ = (of: (answer: Answer) => unknown) => JSON.stringify(of(sent)) !== JSON.stringify(read && of(read));
  return [
    ...(unsure ? [lossIssue(path, 'Another option has the same name as the selected option or the custom text.')] : []),
    ...(differ(selectionOf) && !unsure ? [lossIssue(path, UNSURE)] : []),
    ...(unread || differ(({ notes }) => notes)
      ? [lossIssue(`${path}.notes`, 'The agent does not receive the notes.')]
      : []),
    ...(differ(({ skipped }) => skipped)
      ? [lossIssue(`${path}.skipped`, 'The agent cannot see that the question was skipped.')]
      : []),
  ];
}

const ASKED = 'The result does not contain what the user asked about the question, and the replies.';

function discussionLosses(sent: Discussion, read: AskUserResult): Issue[] {
  if (!isDiscussion(read))
    return [lossIssue('discuss', 'The agent cannot see that the user wants to discuss the questions.')];
  const isSame = (of: (answer: Answer) => unknown) =>
    JSON.stringify(sent.answers?.map(of) ?? []) === JSON.stringify(read.answers?.map(of) ?? []);
  const losses: Issue[] = [];
  if (sent.reason !== read.reason)
    losses.push(lossIssue('reason', 'The agent does not receive the message of the user.'));
  if (!isSame(({ questionId, text, notes }) => [questionId, text, notes]))
    losses.push(lossIssue('answers', 'The agent does not receive all answers so far.'));
  else if (!isSame(selectionOf)) losses.push(lossIssue('answers', UNSURE));
  if (sent.about !== read.about)
    losses.push(lossIssue('about', 'The agent cannot see which question the user wants to discuss.'));
  return losses;
}

/**
 * Returns `lost` warnings for the parts of a result that the dialect's wire format cannot represent. Compares selected
 * options, custom text, notes, skips, discussions, and the status. Ignores previews, the issues of `invalid`,
 * `pendingFile`, and, except for discussions, the `reason`.
 *
 * The function formats the result, parses the output, and compares the parsed result with the original. The warnings
 * therefore apply to this result. For example, joined labels cause a warning if they are parsed as other labels. Notes that
 * the agent does not read, according to `capabilities.notes`, cause a warning, too.
 *
 * @param exchanges - Those of the record. No format has a field for them, so each question with some causes a warning.
 */
export function getLosses<A, E>(
  dialect: AgentDialect<A, E>,
  result: AskUserResult,
  request: AskUserRequest,
  exchanges: readonly Exchange[] = [],
): readonly Issue[] {
  const asked = request.questions.flatMap(({ id }, i) =>
    exchanges.some(({ questionId }) => questionId === id) ? [lossIssue(`questions[${i}]`, ASKED)] : [],
  );
  return [...resultLosses(dialect, result, request), ...asked];
}

function resultLosses<A, E>(
  dialect: AgentDialect<A, E>,
  result: AskUserResult,
  request: AskUserRequest,
): readonly Issue[] {
  const back = dialect.parseResult(dialect.formatResult(result, request), request);
  if (result.status !== 'answered') {
    const same = back.ok && back.value.status === result.status;
    if (same && isDiscussion(result)) return discussionLosses(result, back.value);
    return same ? [] : [lossIssue('status', `The agent cannot see that the status was "${result.status}".`)];
  }
  const read = back.ok ? back.value : undefined;
  if (read && read.status !== 'answered')
    return [lossIssue('status', `The agent reads the result as "${read.status}".`)];
  return result.answers.flatMap((answer, i) =>
    answerLosses(answer, read?.answers[i], `answers[${i}]`, {
      unsure: ambiguous(answer, request, dialect.capabilities),
      unread: hasUnreadNotes(answer, dialect.capabilities),
    }),
  );
}
