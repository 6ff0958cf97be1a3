import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { checkReplies } from '../../host/broker/check-replies.js';
import { toRpcRequest } from '../../host/rpc/request.js';
import { fromRpcResponse } from '../../host/rpc/response.js';
import { askPlainly } from './plain.js';
import type { PiContext } from './types.js';
import { WORDS } from './words.js';

function parseReply(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads an `ask_user_response`: every answer is checked against its question. */
function resultOf(request: AskUserRequest, reply: Readonly<Record<string, unknown>>): ParseResult<AskUserResult> {
  const { requestId } = reply;
  if (requestId !== undefined && requestId !== request.requestId) {
    const message = `Must be ${JSON.stringify(request.requestId)}, the id of the request that is asked.`;
    return { ok: false, issues: [{ code: 'mismatch', path: 'requestId', message }] };
  }
  const read = fromRpcResponse(request, reply);
  if (!read.ok) return read;
  if ('ended' in read.value) return { ok: true, value: read.value.ended, warnings: [] };
  const checked = checkReplies(request, read.value.replies, {});
  if (!checked.ok) return checked;
  return { ok: true, value: { status: 'answered', answers: checked.value }, warnings: [] };
}

/** Asks through pi's RPC mode. */
export type RpcFace = (context: PiContext, request: AskUserRequest, signal?: AbortSignal) => Promise<AskUserResult>;

/**
 * Creates the form of the questions for RPC clients. pi's protocol does not have a message for questions, so that `ask_user_request` is the
 * placeholder of an input, as JSON, and the client sends `ask_user_response` as the input's value. An invalid one is refused: the request
 * is sent again with `issues`. Any value except a JSON object comes from a client that does not know the request. From then on, it is
 * asked with pi's dialogs.
 */
export function createRpcFace(): RpcFace {
  let plain = false;
  return async ({ ui }, request, signal) => {
    const message = toRpcRequest({ request, conversationId: '', askedAt: 0 });
    let issues: readonly Issue[] | undefined;
    while (!plain) {
      if (signal?.aborted) return { status: 'aborted' };
      const envelope = JSON.stringify({ ...message, ...(issues && { issues }) });
      const value = await ui.input(WORDS.envelope(request), envelope, signal ? { signal } : {});
      if (signal?.aborted) return { status: 'aborted' };
      if (value === undefined) return { status: 'cancelled' };
      const reply = parseReply(value);
      const result = reply && resultOf(request, reply);
      if (result?.ok) return result.value;
      issues = result?.issues;
      plain = result === undefined;
    }
    return askPlainly(ui, request, signal);
  };
}
