import { allowOf, readAllow } from '../../core/flow/allow.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { missingConversationError, subAgentError } from '../errors.js';
import { withoutBlocking } from '../open-ahead.js';
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
  /** Whether a caller waits for the answers. */
  readonly waits: boolean;
}

const UNUSABLE: Issue = {
  code: 'id',
  path: 'requestId',
  message: 'Must not be empty, "." or "..", and must be valid Unicode.',
};

/** Validates the request and copies it, except for `raw`, which need not be plain data. */
export function prepare(given: AskUserRequest, options: OpenOptions, preparing: PrepareOptions): Prepared {
  const { now, nextId, maxRequestBytes, waits } = preparing;
  const { conversationId, agent: by, leaseMs, callback, allow } = options;
  if (by?.parentId !== undefined) throw subAgentError();
  checkLease(leaseMs);
  const checked = checkRequest(given, options, maxRequestBytes);
  if (!checked.ok) return checked;
  if (typeof conversationId !== 'string') throw missingConversationError();
  const { request: read, agent } = checked.value;
  // A user who reads that the agent does not wait would let it wait.
  const request = waits ? withoutBlocking(read) : read;
  const requestId = request.requestId === UNNAMED ? nextId() : request.requestId;
  if (!isUrlId(requestId)) return { ok: false, issues: [UNUSABLE] };
  const allowed = allowOf(request, allow);
  const asked: NewRequest = {
    request: { ...request, requestId },
    conversationId,
    askedAt: now(),
    ...(agent && { agent }),
    ...(allowed && { allow: readAllow(allowed) }),
    ...(callback !== undefined && { callback }),
    // No caller ever waits for an agent that goes on, so it would be orphaned as soon as a lease ended.
    ...(leaseMs !== undefined && request.blocking !== false && { leaseMs }),
  };
  return { ok: true, asked };
}
