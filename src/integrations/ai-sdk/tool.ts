import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { AskUserEnding, AskUserOutput } from '../../dialects/ask-user.js';
import type { AgentDialect, ToolSpec } from '../../dialects/types.js';
import { put, type AskVia } from '../shared/put.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';
import { nameOf } from '../shared/canonical.js';

/** The ask tool in a `ToolSet` of the AI SDK: the page of the chat asks, and its answer comes with the next request. */
export interface AiSdkAskTool {
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /** What the model reads of a result, where `convertToModelMessages` gets the `tools`, too. */
  readonly toModelOutput: (call: {
    readonly toolCallId: string;
    readonly input: unknown;
    readonly output: unknown;
  }) => { type: 'text'; value: string };
}

/** The ask tool that waits on the server until a person has answered through a broker. */
export interface AiSdkServerAskTool<Output> extends AiSdkAskTool {
  readonly execute: (input: Record<string, unknown>, call: AiSdkToolCall) => Promise<Output>;
}

/** As much as is needed of what the SDK tells a tool's `execute`. */
export interface AiSdkToolCall {
  readonly toolCallId: string;
  /** What the model had read when it made the call. */
  readonly messages?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Where the tool asks while it waits on the server. */
export interface AiSdkAskVia extends AskVia {
  /**
   * The request's id for a call. It must be unique in the broker's store, and the same where the call is made again: under an id that was
   * used before, an equal question is given its old answer, and nobody is asked. Give one with your run's id in it where runs of one
   * conversation begin alike (a job every night) and the model's calls are only counted (`call_1`).
   *
   * @default the call's id, and a hash of the conversation, of what the model had read and of the question
   */
  readonly requestId?: ((toolCallId: string, call: AiSdkToolCall) => string) | undefined;
}

/** Which tool the model is offered. */
export interface AiSdkAskToolOptions<A = AskUserOutput, E = AskUserEnding> {
  /** @default askUserTool, named `ask_user` */
  readonly tool?: ToolSpec<A, E> | undefined;
}

/**
 * The ask tool for `tools` of `streamText`, `generateText` and agents, under the name of the tool that it is made of. The input is held to
 * the tool's own limits: what breaks them goes back to the model, as the SDK does it with any tool's input, and is asked of nobody.
 *
 * Without a broker it has no `execute`: the call ends the model's turn, the page asks (`useAiSdkAskUser`), and the output comes back with
 * the messages of the next request. With one, `execute` puts the question to whoever the broker reaches and waits for the result, however
 * long that takes; it ends as `aborted` with the run's `abortSignal`. A call that is made again from the same messages finds its question.
 *
 * @throws from `execute`: whatever `broker.ask` does (`AskUserError`)
 * @example
 * const tools = { ask_user: aiSdkAskTool() };
 * const messages = await convertToModelMessages(uiMessages, { tools });
 * const onError = (error: unknown) => invalidCallText(error) ?? 'An error occurred.';
 * return streamText({ model, messages, tools }).toUIMessageStreamResponse({ onError });
 * @example
 * const tools = { ask_user: aiSdkAskTool({ broker, conversationId }) };
 * const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(20), abortSignal });
 */
export function aiSdkAskTool<A = AskUserOutput, E = AskUserEnding>(
  options: AiSdkAskToolOptions<A, E> & AiSdkAskVia,
): AiSdkServerAskTool<A | E>;
export function aiSdkAskTool<A = AskUserOutput, E = AskUserEnding>(options?: AiSdkAskToolOptions<A, E>): AiSdkAskTool;
export function aiSdkAskTool({
  tool = askUserTool,
  requestId: idOf,
  ...via
}: AiSdkAskToolOptions<unknown, unknown> & Partial<AiSdkAskVia> = {}): AiSdkAskTool | AiSdkServerAskTool<unknown> {
  const { dialect, description } = tool;
  const { broker, conversationId } = via;
  return {
    description,
    inputSchema: toolSchema(tool),
    toModelOutput: ({ input, output }) => ({ type: 'text', value: textOf(dialect, input, output) }),
    ...(broker && {
      async execute(input, call) {
        const { toolCallId, messages, abortSignal: signal } = call;
        const requestId =
          idOf?.(toolCallId, call) ?? `${toolCallId}:${await nameOf([conversationId, messages, toolCallId, input])}`;
        const { wire } = await put(dialect, input, { ...via, broker, conversationId }, { requestId, signal });
        return wire;
      },
    }),
  };
}

/** An output as its family's model reads it. It comes back from the page: what is no result of this call stays what it is. */
function textOf(dialect: ToolSpec<unknown>['dialect'], input: unknown, output: unknown): string {
  const asked = dialect.parse(input);
  const read = asked.ok ? (dialect as Partial<AgentDialect>).parseResult?.(output, asked.value) : undefined;
  return asked.ok && read?.ok ? dialect.toModelText(read.value, asked.value) : (JSON.stringify(output) ?? '');
}
