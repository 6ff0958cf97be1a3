import { SENTENCES, UNANSWERED_STATUSES } from '../../core/answer/statuses.js';
import type { AskUserResult, UnansweredResult, Reply } from '../../core/answer/types.js';
import { readAllow, type Allow } from '../../core/flow/allow.js';
import type { OnAskBack } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import { formatIssues, type Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { isDiscussion } from '../../dialects/lib/discuss.js';
import { checkDiscussion, checkReplies } from '../broker/check-replies.js';
import { messageOf } from '../guard.js';
import type { RpcChannel } from './channel.js';
import { connect, isMeant, type Incoming } from './connection.js';
import { fromRpcRequest, toDecline, toRpcEnding, toRpcResponse } from './convert.js';
import type { RpcError, RpcOptions, RpcPeer, RpcResponse } from './messages.js';

/** Second argument of an `RpcHandler`. */
export interface RpcContext {
  /** Aborted when the request can no longer be answered. Its reason is an `Error`. */
  readonly signal: AbortSignal;
  /** Conversation of the request. */
  readonly conversationId?: string | undefined;
  /**
   * What the dialog should offer besides answering every question. A decline or a discussion is sent even if it is not
   * offered.
   */
  readonly allow: Allow;
  /** Asks the agent about a question, and resolves to the reply. Absent if the asking side cannot reply. */
  readonly onAskBack?: ((...call: Parameters<OnAskBack>) => Promise<string>) | undefined;
}

/** Asks the user. Returns a result, or the replies of an answer. */
export type RpcHandler = (
  request: AskUserRequest,
  context: RpcContext,
) => Promise<AskUserResult | readonly Reply[]> | AskUserResult | readonly Reply[];

interface Open {
  readonly instanceId?: string;
  readonly controller: AbortController;
  readonly request: AskUserRequest;
  /** Called with the reply to each exchange, by key; without a text if there is none. */
  readonly replies: Map<string, (reply: unknown, reason?: unknown) => void>;
}

const errorOf = (code: RpcError['code'], message: string, issues?: readonly Issue[]): Omit<RpcError, 'requestId'> => ({
  type: 'ask_user_error',
  code,
  message,
  ...(issues && { issues }),
});

const instanceOf = ({ instanceId }: Incoming): { readonly instanceId?: string } =>
  typeof instanceId === 'string' ? { instanceId } : {};

const isEnded = (given: unknown): given is UnansweredResult =>
  isRecord(given) && UNANSWERED_STATUSES.some((status) => status === given['status']);

/** Returns the replies in a handler's return value. `checkReplies` validates them. */
function repliesOf(given: unknown): unknown {
  if (!isRecord(given) || given['status'] !== 'answered' || !Array.isArray(given['answers'])) return given;
  return given['answers'].map((one: unknown): unknown => {
    if (!isRecord(one) || !Array.isArray(one['selected'])) return one;
    return {
      ...one,
      selected: one['selected'].map((option: unknown) => (isRecord(option) ? option['index'] : option)),
    };
  });
}

/**
 * Answers the requests of a channel: passes valid requests to `handler`, and writes the result as an
 * `ask_user_response` or an `ask_user_error`. It writes nothing for a request whose signal was aborted.
 *
 * @example
 * answerRpc(nodeChannel(process.stdin, process.stdout), (request, { signal }) => show(request, signal));
 */
export function answerRpc(channel: RpcChannel, handler: RpcHandler, options: RpcOptions = {}): RpcPeer {
  const open = new Map<string, Open>();

  const connection = connect(channel, {
    ...options,
    receive,
    ended: (reason) => {
      for (const requestId of [...open.keys()]) withdraw(requestId, reason);
    },
  });

  function withdraw(requestId: string, reason: string): void {
    const there = open.get(requestId);
    open.delete(requestId);
    there?.controller.abort(new Error(reason));
    for (const end of [...(there?.replies.values() ?? [])]) end(undefined, reason);
  }

  function askBackOf({ requestId }: AskUserRequest, named: object, replies: Open['replies']): RpcContext['onAskBack'] {
    return ({ questionId, text, key }, { signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted || open.get(requestId)?.replies !== replies)
          throw new Error('The question can no longer be asked.');
        signal.addEventListener('abort', () => replies.get(key)?.(undefined), { once: true });
        replies.set(key, (reply, reason) => {
          replies.delete(key);
          if (typeof reply === 'string') resolve(reply);
          else reject(new Error(typeof reason === 'string' ? reason : 'There is no reply.'));
        });
        void connection.send({ type: 'ask_user_ask_back', requestId, ...named, questionId, text, key });
      });
  }

  const sendFailure = (requestId: string, message: string, extra: { cause?: unknown; issues?: readonly Issue[] }) => {
    connection.problem({ code: 'handler', requestId, message, ...extra });
    return { ...errorOf('unavailable', message, extra.issues), requestId };
  };

  const sendInvalid = (requestId: string, issues: readonly Issue[]) =>
    sendFailure(requestId, `The handler returned an invalid result.\n${formatIssues(issues)}`, { issues });

  function toMessage(given: unknown, request: AskUserRequest, context: RpcContext): RpcResponse | RpcError {
    const { requestId } = request;
    if (isEnded(given)) {
      if (given.status === 'unavailable') return { ...errorOf('unavailable', given.reason), requestId };
      const discussed = isDiscussion(given) ? checkDiscussion(request, toDecline(given)) : undefined;
      if (discussed && !discussed.ok) return sendInvalid(requestId, discussed.issues);
      if (given.status !== 'invalid') return toRpcEnding(requestId, given);
      return { ...errorOf('invalid', 'The question cannot be shown.', given.issues), requestId };
    }
    const checked = checkReplies(request, repliesOf(given), context.allow);
    if (checked.ok) return toRpcResponse(requestId, checked.value);
    return sendInvalid(requestId, checked.issues);
  }

  async function handle(request: AskUserRequest, message: Incoming): Promise<void> {
    const { requestId } = request;
    const { conversationId, allow, askBack } = message;
    const named = instanceOf(message);
    const controller = new AbortController();
    const { signal } = controller;
    const replies: Open['replies'] = new Map();
    const context: RpcContext = {
      signal,
      ...(typeof conversationId === 'string' && { conversationId }),
      allow: readAllow(allow),
      ...(askBack === true && { onAskBack: askBackOf(request, named, replies) }),
    };
    open.set(requestId, { ...named, controller, request, replies });
    let reply: RpcResponse | RpcError;
    try {
      reply = toMessage(await handler(request, context), request, context);
    } catch (cause) {
      if (signal.aborted) return;
      reply = sendFailure(requestId, `The question could not be shown: ${messageOf(cause)}`, { cause });
    }
    for (const end of [...replies.values()]) end(undefined, 'The request was answered.');
    // The request can no longer be answered. Another request may already have its id.
    if (signal.aborted) return;
    open.delete(requestId);
    try {
      void connection.send({ ...reply, ...named });
    } catch (cause) {
      const error = sendFailure(requestId, `The response could not be written: ${messageOf(cause)}`, { cause });
      void connection.send({ ...error, ...named });
    }
  }

  function onRequest(message: Incoming): void | Promise<void> {
    const { requestId } = message;
    if (typeof requestId !== 'string') {
      const issues = [
        { code: 'missing', path: 'requestId', message: 'Must be a string, so that the response can contain it.' },
      ];
      return connection.send(errorOf('invalid', 'The request has no id, so the user was not asked.', issues));
    }
    const named = instanceOf(message);
    if (!isMeant(named, open.get(requestId)?.instanceId)) withdraw(requestId, 'The question was asked again.');
    const there = open.get(requestId);
    const parsed = fromRpcRequest(requestId, message);
    if (there) {
      const same = parsed.ok && JSON.stringify(parsed.value.questions) === JSON.stringify(there.request.questions);
      if (same) return undefined;
      const text = `A second request "${requestId}" was skipped, because the first is still pending. Use a unique id for each request.`;
      return connection.problem({ code: 'duplicate', requestId, message: text });
    }
    if (parsed.ok) {
      // Even the line of an error can be too long, because it contains the peer's ids.
      handle(parsed.value, message).catch((cause: unknown) =>
        connection.problem({
          code: 'handler',
          requestId,
          message: `The error could not be written: ${messageOf(cause)}`,
          cause,
        }),
      );
      return undefined;
    }
    return connection.send({
      ...errorOf('invalid', 'The request cannot be shown.', parsed.issues),
      requestId,
      ...named,
    });
  }

  function onReply(message: Incoming): void {
    const there = typeof message['requestId'] === 'string' ? open.get(message['requestId']) : undefined;
    if (there && isMeant(message, there.instanceId))
      there.replies.get(String(message['key']))?.(message['reply'], message['reason']);
  }

  function onError({ requestId, message, issues }: Incoming): void {
    const about = typeof requestId === 'string' ? ` to "${requestId}"` : '';
    connection.problem({
      code: 'refused',
      message: `The response${about} was refused. ${typeof message === 'string' ? message : ''}`.trim(),
      ...(typeof requestId === 'string' && { requestId }),
      ...(Array.isArray(issues) && { issues: issues as readonly Issue[] }),
    });
  }

  function receive(message: Incoming): void | Promise<void> {
    const { type, requestId, reason } = message;
    if (type === 'ask_user_request') return onRequest(message);
    if (type === 'ask_user_error') return onError(message);
    if (type === 'ask_user_ask_back_reply') return onReply(message);
    if (type !== 'ask_user_cancel') return options.onMessage?.(message);
    if (typeof requestId !== 'string' || !isMeant(message, open.get(requestId)?.instanceId)) return undefined;
    return withdraw(requestId, typeof reason === 'string' ? reason : `${SENTENCES.aborted}.`);
  }

  return { closed: connection.closed, close: connection.close };
}
