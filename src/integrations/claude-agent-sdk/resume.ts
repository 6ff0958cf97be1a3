import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { claudeCodeWith, type ClaudeCodeOptions } from '../../dialects/claude-code.js';
import { hooksFor, withHooks } from './defer.js';
import type { DeferredQuestion } from './deferred.js';
import { notPermitted, type PermissionContext } from './permission.js';

/** Options of a query, as far as this changes them. */
interface QueryOptions {
  resume?: string | undefined;
  hooks?: { readonly PreToolUse?: readonly object[] | undefined } | undefined;
  canUseTool?: ((toolName: string, input: Record<string, unknown>, context: never) => Promise<unknown>) | undefined;
}

/** What a session goes on with. */
export interface ResumeQuestionOptions<O> extends ClaudeCodeOptions {
  readonly deferred: DeferredQuestion;
  /** What `broker.ask` gave for `deferred.request`. */
  readonly result: AskUserResult;
  /** The query's own options, as the first time: `cwd`, `env`, `model`, tools. Another question is deferred, too. */
  readonly options: O;
}

/**
 * Goes on with a session whose question has ended: the messages of the run, which ends with its result, or with the next question
 * (`deferredQuestion`). Where the person cancelled, the turn ends without another call of the model, and the iterator throws as the
 * SDK's own does after an interrupt.
 *
 * @param query - the SDK's
 * @throws whatever the SDK's iterator throws
 * @example
 * const result = await broker.ask(deferred.request, { conversationId });
 * for await (const message of resumeQuestion(query, { deferred, result, options })) show(message);
 */
export async function* resumeQuestion<O extends QueryOptions, M>(
  query: (params: { prompt: AsyncIterable<never>; options?: O }) => AsyncIterable<M>,
  { deferred, result, options, ...session }: ResumeQuestionOptions<NoInfer<O>>,
): AsyncGenerator<M, void, undefined> {
  const { sessionId, request } = deferred;
  const { canUseTool } = options;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // A text, even an empty one, would be a turn of its own behind the answer, in which the next question is lost.
  // A stream that has ended closes the channel on which the process asks for the answer.
  const nothing: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({ next: () => ended.then(() => ({ done: true, value: undefined })) }),
  };
  const resumed = {
    ...options,
    resume: sessionId,
    hooks: withHooks(options.hooks, hooksFor(request.requestId)),
    async canUseTool(toolName: string, input: Record<string, unknown>, context: PermissionContext) {
      if (context.toolUseID === request.requestId) return claudeCodeWith(session).formatResult(result, request);
      return canUseTool ? canUseTool(toolName, input, context as never) : notPermitted(toolName);
    },
  };
  try {
    for await (const message of query({ prompt: nothing, options: resumed })) {
      if (isRecord(message) && message['type'] === 'result') end();
      yield message;
    }
  } finally {
    end();
  }
}
