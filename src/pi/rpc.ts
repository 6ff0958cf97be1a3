import { checkReplies } from '../host/broker/check-replies.js';
import { fromRpcResponse, toRpcRequest } from '../host/rpc/convert.js';
import { isRecord } from '../core/guards.js';
import type { AskUserRequest, AskUserResult, Issue, ParseResult } from '../core/index.js';
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

function resultOf(request: AskUserRequest, reply: Readonly<Record<string, unknown>>): ParseResult<AskUserResult> {
  const { requestId } = reply;
  if (requestId !== undefined && requestId !== request.requestId) {
    const message = `Must be ${JSON.stringify(request.requestId)}, the ID of the current request.`;
    return { ok: false, issues: [{ code: 'mismatch', path: 'requestId', message }] };
  }
  const read = fromRpcResponse(request, reply);
  if (!read.ok) return read;
  if ('ended' in read.value) return { ok: true, value: read.value.ended, warnings: [] };
  const checked = checkReplies(request, read.value.replies, {});
  if (!checked.ok) return checked;
  return { ok: true, value: { status: 'answered', answers: checked.value }, warnings: [] };
}

export type RpcFrontend = (context: PiContext, request: AskUserRequest, signal?: AbortSignal) => Promise<AskUserResult>;

/**
 * Creates the function that asks RPC clients. pi's protocol has no message for questions. Therefore `ask_user_request`
 * is sent as JSON in the placeholder of an input dialog, and the client sends `ask_user_response` as its value. A value
 * that is not a JSON object means that the client does not support this; pi's dialogs are used from then on.
 */
export function createRpcFrontend(): RpcFrontend {
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
