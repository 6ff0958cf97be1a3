import { allowOf, readAllow } from '../../core/flow/allow.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { missingConversationError, subAgentError } from '../errors.js';
import type { NewRequest } from '../store/types.js';
import { isUrlId } from '../wire.js';
import { checkRequest, UNNAMED } from './check-request.js';
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

const UNUSABLE: Issue = {
  code: 'id',
  path: 'requestId',
  message: 'Must not be empty, "." or "..", and must be valid Unicode.',
};

/** Validates the request and copies it, except for `raw`, which need not be plain data. */
export function prepare(given: AskUserRequest, options: OpenOptions, preparing: PrepareOptions): Prepared {
  const { now, nextId, maxRequestBytes } = preparing;
  const { conversationId, agent: by, leaseMs, callback, allow } = options;
  if (by?.parentId !== undefined) throw subAgentError();
  checkLease(leaseMs);
  const checked = checkRequest(given, options, maxRequestBytes);
  if (!checked.ok) return checked;
  if (typeof conversationId !== 'string') throw missingConversationError();
  const { request, agent } = checked.value;
  const requestId = request.requestId === UNNAMED ? nextId() : request.requestId;
  if (!isUrlId(requestId)) return { ok: false, issues: [UNUSABLE] };
  const allowed = allowOf(request, allow);
  // No process has to live for a request whose agent does not wait.
  const lease = leaseMs ?? (request.blocking === false ? 'none' : undefined);
  const asked: NewRequest = {
    request: { ...request, requestId },
    conversationId,
    askedAt: now(),
    ...(agent && { agent }),
    ...(allowed && { allow: readAllow(allowed) }),
    ...(callback !== undefined && { callback }),
    ...(lease !== undefined && { leaseMs: lease }),
  };
  return { ok: true, asked };
}
