import { isBlank, isRecord } from '../../core/guards.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { messageOf } from '../errors.js';
import { bounded } from '../issues.js';
import type { AgentRef } from '../types.js';
import { checkSize } from './check-size.js';

const issue = (code: string, path: string, message: string): Issue => ({ code, path, message });

function checkQuestion(question: unknown, path: string, ids: Set<unknown>): Issue[] {
  if (!isRecord(question)) return [issue('type', path, 'Must be a question object.')];
  const { id, options, secret } = question;
  const issues: Issue[] = [];
  if (typeof id !== 'string' || isBlank(id)) issues.push(issue('missing', `${path}.id`, 'Must be a non-blank string.'));
  else if (ids.has(id)) issues.push(issue('duplicate', `${path}.id`, 'Must be unique among the questions.'));
  ids.add(id);
  // If `secret` were ignored here, the answer would be shown in clear text.
  if (secret !== undefined)
    issues.push(issue('unknown', `${path}.secret`, 'Move it to the constraints: { constraints: { secret: true } }.'));
  if (!Array.isArray(options))
    issues.push(issue('type', `${path}.options`, 'Must be an array; empty if there are no options.'));
  return issues;
}

/** Returns an issue if a part cannot be serialized as JSON, which stores and clients require. */
function checkJson(value: unknown, path: string): Issue[] {
  try {
    JSON.stringify(value);
    return [];
  } catch (cause) {
    const [why] = messageOf(cause).split('\n');
    return [issue('not_json', path, `Must be serializable as JSON (${why}).`)];
  }
}

/** Ids are part of URLs, which cannot contain a lone surrogate and give `.` and `..` another meaning. */
function checkId(requestId: string): Issue[] {
  try {
    encodeURIComponent(requestId);
    if (requestId !== '.' && requestId !== '..') return [];
  } catch {
    // Reported below.
  }
  return [issue('id', 'requestId', 'Must not be "." or "..", and must be valid Unicode.')];
}

/** Returns why no user could answer a request; empty if one can. `raw` is not checked: only its dialect reads it. */
export function checkRequest(
  request: AskUserRequest,
  agent: AgentRef | undefined,
  maxRequestBytes: number,
): readonly Issue[] {
  const { raw, questions, ...rest }: { raw?: unknown; questions: unknown } = request;
  const parts = Object.entries({ ...rest, agent }).flatMap(([name, value]) => checkJson(value, name));
  const fields = [...checkId(request.requestId), ...parts];
  if (!Array.isArray(questions))
    return bounded([issue('type', 'questions', 'Must be an array of questions.'), ...fields]);
  if (questions.length === 0)
    return bounded([issue('missing', 'questions', 'Must have at least one question.'), ...fields]);
  const ids = new Set<unknown>();
  const asked = questions.flatMap((question: unknown, i) => {
    const path = `questions[${i}]`;
    return [...checkQuestion(question, path, ids), ...checkJson(question, path)];
  });
  const issues = [...asked, ...fields];
  return issues.length > 0 ? bounded(issues) : checkSize({ ...rest, questions, agent }, raw, maxRequestBytes);
}
