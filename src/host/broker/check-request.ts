import { isRecord } from '../../core/guards.js';
import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';
import { requestSchema } from '../../core/question/schema.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { fault, record } from '../../core/schema.js';
import { messageOf } from '../guard.js';
import type { AskOptions } from '../types.js';
import { checkSize } from './check-size.js';

/** Id that `parseRequest` assigns to a request without one. The broker replaces it. */
export const UNNAMED = 'ask-user';

/** Copies plain data, so that the host can modify or reuse its objects. */
function copyJson<T>(data: T, path: string, issues: Issue[]): T | undefined {
  if (data === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(data)) as T;
  } catch (cause) {
    const [why] = messageOf(cause).split('\n');
    return fault(issues, 'not_json', path, `Must be serializable as JSON (${why}).`);
  }
}

/** A request with the agent that asks, both copied. */
export type Checked = { readonly request: AskUserRequest } & Pick<AskOptions, 'agent'>;

type Host = Pick<AskOptions, 'asker' | 'agent'>;

function read(given: unknown, host: Host, maxRequestBytes: number, issues: Issue[]): Checked | undefined {
  if (!isRecord(given)) return fault(issues, 'type', '', 'Must be a request object.');
  const { requestId, asker } = given;
  const id = requestId === '' ? UNNAMED : (requestId ?? UNNAMED);
  const request = requestSchema.read({ ...given, requestId: id, asker: host.asker ?? asker }, '', issues);
  const metadata = copyJson(request?.metadata, 'metadata', issues);
  const agent = copyJson(host.agent ?? undefined, 'agent', issues);
  if (agent !== undefined) record.read(agent, 'agent', issues);
  if (!request || issues.length > 0) return undefined;
  if (request.questions.length === 0) return fault(issues, 'too_few', 'questions', 'Must have at least one question.');
  const { raw, ...parts } = request;
  const plain = { ...parts, ...(metadata && { metadata }) };
  for (const issue of checkSize({ ...plain, agent }, raw, maxRequestBytes)) addIssue(issues, issue);
  return { request: { ...plain, ...(raw !== undefined && { raw }) }, ...(agent && { agent }) };
}

/**
 * Reads a request that a host asks. Copies it, except for `raw`, which need not be plain data. A request without an id
 * has the id `UNNAMED`.
 *
 * @returns The request, or why no user could answer it. Never throws.
 */
export function checkRequest(given: unknown, host: Host, maxRequestBytes: number): ParseResult<Checked> {
  const issues: Issue[] = [];
  try {
    const value = read(given, host, maxRequestBytes, issues);
    if (value && issues.length === 0) return { ok: true, value, warnings: [] };
  } catch (cause) {
    fault(issues, 'not_json', '', `Must be plain data (${messageOf(cause)}).`);
  }
  return { ok: false, issues };
}
