import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { AskUserEnding, AskUserOutput } from '../../dialects/ask-user.js';
import type { AgentDialect, ToolSpec } from '../../dialects/types.js';
import { put, type AskVia } from '../shared/put.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

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
  readonly execute: (
    input: Record<string, unknown>,
    call: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Output>;
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
 * long that takes; it ends as `aborted` with the run's `abortSignal`.
 *
 * @throws from `execute`: whatever `broker.ask` does (`AskUserError`)
 * @example
 * const tools = { ask_user: aiSdkAskTool() };
 * const messages = await convertToModelMessages(uiMessages, { tools });
 * return streamText({ model, messages, tools }).toUIMessageStreamResponse();
 * @example
 * const tools = { ask_user: aiSdkAskTool({ broker, conversationId }) };
 * const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(20), abortSignal });
 */
export function aiSdkAskTool<A = AskUserOutput, E = AskUserEnding>(
  options: AiSdkAskToolOptions<A, E> & AskVia,
): AiSdkServerAskTool<A | E>;
export function aiSdkAskTool<A = AskUserOutput, E = AskUserEnding>(options?: AiSdkAskToolOptions<A, E>): AiSdkAskTool;
export function aiSdkAskTool({
  tool = askUserTool,
  ...via
}: AiSdkAskToolOptions<unknown, unknown> & Partial<AskVia> = {}): AiSdkAskTool | AiSdkServerAskTool<unknown> {
  const { dialect, description } = tool;
  const { broker, conversationId = '' } = via;
  return {
    description,
    inputSchema: toolSchema(tool),
    toModelOutput: ({ input, output }) => ({ type: 'text', value: textOf(dialect, input, output) }),
    ...(broker && {
      async execute(input, { toolCallId, abortSignal }) {
        const asked = { ...via, broker, conversationId };
        const { wire } = await put(dialect, input, asked, { requestId: toolCallId, signal: abortSignal });
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
