import type { AskUserResult } from '../../core/answer/types.js';
import type { FlowOptionsInput } from '../../core/flow/types.js';
import { isBlank, isRecord } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { fail } from '../../dialects/wire/issues.js';
import { checkReplies, checkSoFar } from '../../host/broker/check-replies.js';

const notOffered = fail('not_allowed', '', 'Is not allowed for this request.');

/**
 * Parses the result that the page sends to a path. Only valid replies to `/answer` are an answer. Declining and
 * discussing are issues unless `flow` allows them. Never throws.
 */
export function readResult(
  path: string,
  body: unknown,
  request: AskUserRequest,
  flow: FlowOptionsInput,
): ParseResult<AskUserResult> {
  const { replies, reason, discuss } = isRecord(body) ? body : {};
  const taken = (result: AskUserResult): ParseResult<AskUserResult> => ({ ok: true, value: result, warnings: [] });
  if (path === '/cancel') return taken({ status: 'cancelled' });
  if (path === '/answer') {
    const built = checkReplies(request, replies, flow);
    return built.ok ? taken({ status: 'answered', answers: built.value }) : built;
  }
  if (discuss !== true) return flow.allowDecline ? taken({ status: 'declined' }) : notOffered;
  if (!flow.allowDiscuss) return notOffered;
  const soFar = checkSoFar(request, replies ?? []);
  if (!soFar.ok) return soFar;
  const message = typeof reason === 'string' && !isBlank(reason) && { reason };
  return taken({ status: 'declined', ...message, discuss: true, answers: soFar.value });
}
