import type { Answer, AskUserResult, Discussion } from '../core/answer/types.js';
import type { Issue } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isDiscussion } from './shared/discuss.js';
import { lost } from './shared/issues.js';
import { wireName } from './shared/read-answer.js';
import type { AgentDialect, Carries } from './types.js';

/** A choice whose name another option of the question has, too; own words among the choices that two options have. */
function ambiguous({ selected, custom, questionId }: Answer, { questions }: AskUserRequest, carries: Carries): boolean {
  if (carries.choice === 'position') return false;
  const names = questions.find(({ id }) => id === questionId)?.options.map(wireName) ?? [];
  const chosen = new Set(selected.map(({ index }) => names[index]));
  if (names.filter((name) => chosen.has(name)).length > selected.length) return true;
  return carries.custom === 'among' && names.filter((name) => name === custom).length > 1;
}

function answerLosses(sent: Answer, read: Answer | undefined, path: string, unsure: boolean): Issue[] {
  const differ = (of: (answer: Answer) => unknown) => JSON.stringify(of(sent)) !== JSON.stringify(read && of(read));
  const said = ({ selected, custom }: Answer) => [selected.map(({ index }) => index), custom];
  return [
    ...(unsure ? [lost(path, 'Another option has the same name as what was chosen or typed.')] : []),
    ...(differ(said) && !unsure
      ? [lost(path, 'The agent can not tell the choices and the own words in this answer apart.')]
      : []),
    ...(differ(({ notes }) => notes) ? [lost(`${path}.notes`, 'The agent does not get the notes.')] : []),
    ...(differ(({ skipped }) => skipped)
      ? [lost(`${path}.skipped`, 'The agent can not tell that it was skipped.')]
      : []),
  ];
}

function discussionLosses(sent: Discussion, read: AskUserResult): Issue[] {
  if (!isDiscussion(read))
    return [lost('discuss', 'The agent can not tell that the user wants to discuss the questions.')];
  const said = ({ answers = [] }: Discussion) =>
    JSON.stringify(answers.map(({ questionId, text, notes }) => [questionId, text, notes]));
  return [
    ...(sent.reason === read.reason ? [] : [lost('reason', 'The agent does not get what the user said.')]),
    ...(said(sent) === said(read) ? [] : [lost('answers', 'The agent does not get all answers so far.')]),
  ];
}

/**
 * What an agent will not get of a result, because its wire has no room for it: a warning, `lost`, for each.
 *
 * Found by formatting the result and reading it back, so it is true of this result and not of the wire in general: an answer
 * joined with commas is lost where a label has a comma, and not elsewhere.
 */
export function lossesOf<A, E>(
  dialect: AgentDialect<A, E>,
  result: AskUserResult,
  request: AskUserRequest,
): readonly Issue[] {
  const back = dialect.parseResult(dialect.formatResult(result, request), request);
  if (result.status !== 'answered') {
    const same = back.ok && back.value.status === result.status;
    if (same && isDiscussion(result)) return discussionLosses(result, back.value);
    return same ? [] : [lost('status', `The agent can not tell that the ending was "${result.status}".`)];
  }
  const read = back.ok ? back.value : undefined;
  if (read && read.status !== 'answered') return [lost('status', `The agent reads it as "${read.status}".`)];
  return result.answers.flatMap((answer, i) =>
    answerLosses(answer, read?.answers[i], `answers[${i}]`, ambiguous(answer, request, dialect.carries)),
  );
}
