import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { missingConversationError, subAgentError } from '../errors.js';
import type { NewRequest } from '../store/types.js';
import { checkRequest } from './check-request.js';
import { checkLease } from './requests.js';
import type { OpenOptions } from './types.js';

/** Id that `parseRequest` assigns to a request without one. */
const UNNAMED = 'ask-user';

/** A request to store, or the issues of a request that no user could answer. */
export type Prepared =
  | { readonly ok: true; readonly asked: NewRequest }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export interface PrepareOptions {
  readonly now: () => number;
  readonly nextId: () => string;
  readonly maxRequestBytes: number;
}

/** Validates a request, and adds its id and time. Throws if the caller must not ask, or if `leaseMs` is invalid. */
export function prepare(
  request: AskUserRequest,
  { conversationId, agent, leaseMs, callback, allowSkip, allowDecline, allowPartial, allowDiscuss }: OpenOptions,
  { now, nextId, maxRequestBytes }: PrepareOptions,
): Prepared {
  if (agent?.parentId !== undefined) throw subAgentError();
  checkLease(leaseMs);
  const issues = checkRequest(request, agent, maxRequestBytes);
  if (issues.length > 0) return { ok: false, issues };
  if (conversationId === undefined) throw missingConversationError();
  const requestId = [UNNAMED, ''].includes(request.requestId) ? nextId() : request.requestId;
  const asker = request.asker ?? agent?.name;
  const asked: NewRequest = {
    request: { ...request, requestId, ...(asker !== undefined && { asker }) },
    conversationId,
    askedAt: now(),
    ...(agent && { agent }),
    ...(allowSkip && { allowSkip }),
    ...(allowDecline && { allowDecline }),
    ...(allowPartial && { allowPartial }),
    ...(allowDiscuss && { allowDiscuss }),
    ...(callback !== undefined && { callback }),
    ...(leaseMs !== undefined && { leaseMs }),
  };
  return { ok: true, asked };
}
