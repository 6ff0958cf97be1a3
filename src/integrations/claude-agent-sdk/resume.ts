import { isRecord } from '../../core/guards.js';
import { type ClaudeCodeOptions, createClaudeCodeDialect } from '../../dialects/index.js';
import type { AskUserResult } from '../../core/index.js';
import { type DeferredQuestion, hooksFor, withHooks } from './defer.js';
import { notPermitted, type askUserPermission } from './permission.js';

/** The query options that `resumeQuestion` changes. */
interface QueryOptions {
  resume?: string | undefined;
  hooks?: { readonly PreToolUse?: readonly object[] | undefined } | undefined;
  canUseTool?: ((toolName: string, input: Record<string, unknown>, context: never) => Promise<unknown>) | undefined;
}

/** Options for `resumeQuestion`. */
export interface ResumeQuestionOptions<O> extends ClaudeCodeOptions {
  /** Deferred question that `findDeferredQuestion` returned. */
  readonly deferred: DeferredQuestion;
  /** Result that `broker.ask` returned for `deferred.request`. */
  readonly result: AskUserResult;
  /** Options of the original query: `cwd`, `env`, `model`, tools. The next question is deferred too. */
  readonly options: O;
}

/**
 * Resumes a session whose deferred question is settled. Yields the messages of the run, which ends with its result or
 * with the next question (`findDeferredQuestion`). If the user cancelled, the turn ends without another model call, and
 * the iterator throws as the SDK does after an interrupt.
 *
 * @param query - The SDK's `query`.
 * @throws Any error of the SDK's iterator.
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
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  // A string prompt, even an empty one, would start another turn after the answer, and its next question would be
  // lost. A prompt stream that ends closes the channel on which the process requests the answer. So keep the stream
  // open until the result arrives.
  const nothing: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({ next: () => finished.then(() => ({ done: true, value: undefined })) }),
  };
  const resumed = {
    ...options,
    resume: sessionId,
    hooks: withHooks(options.hooks, hooksFor(request.requestId)),
    async canUseTool(
      toolName: string,
      input: Record<string, unknown>,
      context: Parameters<ReturnType<typeof askUserPermission>>[2],
    ) {
      if (context.toolUseID === request.requestId)
        return createClaudeCodeDialect(session).formatResult(result, request);
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
