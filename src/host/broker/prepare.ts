import { readAllow } from '../../core/flow/allow.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { missingConversationError, subAgentError } from '../errors.js';
import type { NewRequest } from '../store/types.js';
import { checkId, checkRequest, isUnnamed } from './check-request.js';
import { checkLease } from './requests.js';
import type { OpenOptions } from './types.js';

export type Prepared =
  | { readonly ok: true; readonly asked: NewRequest }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export interface PrepareOptions {
  readonly now: () => number;
  readonly nextId: () => string;
  readonly maxRequestBytes: number;
}

/** Copies plain data, so that the host can modify or reuse its objects. */
const copy = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T;

/** Validates the request and copies it, except for `raw`, which need not be plain data. */
export function prepare(given: AskUserRequest, options: OpenOptions, preparing: PrepareOptions): Prepared {
  const { now, nextId, maxRequestBytes } = preparing;
  const { conversationId, asker, agent, leaseMs, callback, allow } = options;
  if (agent?.parentId !== undefined) throw subAgentError();
  checkLease(leaseMs);
  const issues = checkRequest(given, options, maxRequestBytes);
  if (issues.length > 0) return { ok: false, issues };
  if (typeof conversationId !== 'string') throw missingConversationError();
  const requestId = isUnnamed(given.requestId) ? nextId() : given.requestId;
  const unusable = checkId(requestId);
  if (unusable.length > 0) return { ok: false, issues: unusable };
  const { raw, ...parts } = { ...given, ...(asker !== undefined && { asker }) };
  const request = { ...copy(parts), ...('raw' in given && { raw }) };
  const asked: NewRequest = {
    request: { ...request, requestId },
    conversationId,
    askedAt: now(),
    ...(agent && { agent: copy(agent) }),
    ...(allow && { allow: readAllow(allow) }),
    ...(callback !== undefined && { callback }),
    ...(leaseMs !== undefined && { leaseMs }),
  };
  return { ok: true, asked };
}
