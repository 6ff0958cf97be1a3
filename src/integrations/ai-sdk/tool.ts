import { isRecord } from '../../core/guards.js';
import type { AnsweredOutput, UnansweredOutput } from '../../core/index.js';
import { type AgentDialect, askUser, parseCall, type ToolSpec } from '../../dialects/index.js';
import { ACCEPTED, ACCEPTED_TEXT, openAhead, type Accepted } from '../../host/open-ahead.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';
import { checkWaits, PASS_BROKER } from '../shared/check-waits.js';
import { requestOf } from '../shared/dialect.js';
import { nameOf } from '../shared/canonical.js';
import { type ToolSchema, toolSchema } from '../shared/tool-schema.js';

/** The SDK replaces `additionalProperties: true` by `false`, and keeps a schema that accepts everything. */
const keepOpen = (schema: ToolSpec<unknown>['inputSchema']): ToolSpec<unknown>['inputSchema'] =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === 'additionalProperties' && value === true ? {} : value));

/** An ask tool for a `ToolSet` of the AI SDK. The chat's page asks, and the answer arrives with the next request. */
export interface AiSdkAskTool {
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /** Formats an output as model text. For a chat's messages, pass the `tools` to `convertToModelMessages`. */
  readonly toModelOutput: (call: {
    readonly toolCallId: string;
    readonly input: unknown;
    readonly output: unknown;
  }) => { type: 'text'; value: string };
}

/** An ask tool that waits on the server until the request is settled through a broker. */
export interface AiSdkServerAskTool<Output> extends AiSdkAskTool {
  readonly execute: (input: Record<string, unknown>, call: AiSdkToolCall) => Promise<Output>;
}

/** The part of the SDK's options for a tool's `execute` that is used. */
export interface AiSdkToolCall {
  readonly toolCallId: string;
  /** Messages that the model had read when it made the call. */
  readonly messages?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Options for an ask tool that waits on the server. */
export interface AiSdkServerAskOptions extends BrokerAskOptions {
  /**
   * Returns the request id for a call. It must be unique in the broker's store, and the same if the call is repeated.
   * If the id was used before, an equal question receives its earlier answer, and the user is not asked. If runs of a
   * conversation begin alike (e.g., a nightly job) and the model only numbers its calls (`call_1`), return an id that
   * contains your run's id.
   *
   * Defaults to the call's id and a hash of the conversation, the messages that the model had read, and the question.
   */
  readonly requestId?: ((toolCallId: string, call: AiSdkToolCall) => string) | undefined;
  /**
   * Name of the broker's callback that receives the settlements of a `tool` whose agent does not wait (`blocking: false`);
   * see `toUserMessage` of `react-ask-user/server`.
   */
  readonly callback?: string | undefined;
}

/** Options for `aiSdkAskTool`. */
export interface AiSdkAskToolOptions<A = AnsweredOutput, E = UnansweredOutput> {
  /** Tool that the model is offered. @default askUser.tool */
  readonly tool?: ToolSpec<A, E> | undefined;
}

/**
 * Creates the ask tool for `tools` of `streamText`, `generateText` and agents. Use the name of its `tool` as the key.
 * Input beyond the tool's limits is not shown to the user; it goes back to the model as an invalid tool call.
 *
 * Without a broker, the tool has no `execute`. The call ends the model's turn, the page asks (`useAiSdkAskUser`), and
 * the output arrives with the messages of the next request.
 *
 * With a broker, `execute` asks through it and waits for the result, by default without a time limit (`timeoutMs`).
 * The result is `aborted` if the run's `abortSignal` is aborted. A call that is repeated from the same messages
 * attaches to the same request.
 *
 * With a broker and a tool whose agent does not wait (`blocking: false`), the output is `{ accepted: true }` at once. The
 * request stays open after the run, and its `callback` receives the settlement.
 *
 * @throws {TypeError} If the agent does not wait, and there is no broker that can leave a request open.
 * @throws From `execute`: any error of `broker.ask`.
 * @throws {AskUserError} From `execute`, with `invalid_result`: if the broker's result is not one of this request.
 * @example
 * const tools = { ask_user: aiSdkAskTool() };
 * const messages = await convertToModelMessages(uiMessages, { tools });
 * const onError = (error: unknown) => describeInvalidCall(error) ?? 'An error occurred.';
 * return streamText({ model, messages, tools }).toUIMessageStreamResponse({ onError });
 * @example
 * const tools = { ask_user: aiSdkAskTool({ broker, conversationId }) };
 * const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(20), abortSignal });
 */
export function aiSdkAskTool<A, E>(
  options: { readonly tool: ToolSpec<A, E> & { readonly blocking: false } } & AiSdkServerAskOptions,
): AiSdkServerAskTool<A | E | Accepted>;
export function aiSdkAskTool<A = AnsweredOutput, E = UnansweredOutput>(
  options: AiSdkAskToolOptions<A, E> & AiSdkServerAskOptions,
): AiSdkServerAskTool<A | E>;
export function aiSdkAskTool<A = AnsweredOutput, E = UnansweredOutput>(
  options?: AiSdkAskToolOptions<A, E>,
): AiSdkAskTool;
export function aiSdkAskTool({
  tool = askUser.tool,
  requestId: idOf,
  callback,
  ...options
}: AiSdkAskToolOptions<unknown, unknown> & Partial<AiSdkServerAskOptions> = {}):
  | AiSdkAskTool
  | AiSdkServerAskTool<unknown> {
  const { dialect, description } = tool;
  const { broker, conversationId } = options;
  if (!broker?.open) checkWaits(tool, PASS_BROKER);
  return {
    description,
    inputSchema: toolSchema({ ...tool, inputSchema: keepOpen(tool.inputSchema) }),
    toModelOutput: ({ input, output }) => ({ type: 'text', value: textOf(dialect, input, output) }),
    ...(broker && {
      async execute(input, call) {
        const { toolCallId, messages, abortSignal: signal } = call;
        const requestId =
          idOf?.(toolCallId, call) ?? `${toolCallId}:${await nameOf([conversationId, messages, toolCallId, input])}`;
        const parsed = parseCall(tool, input, { requestId, asker: options.asker });
        const ahead = { ...options, conversationId, callback };
        const opened = parsed.ok ? await openAhead(dialect, parsed.value, broker, ahead) : undefined;
        if (opened?.ok) return ACCEPTED;
        if (opened)
          return dialect.formatResult(
            { status: 'invalid', issues: opened.issues },
            requestOf(parsed, requestId, input),
          );
        const { output } = await askAndFormat(
          dialect,
          input,
          { ...options, broker, conversationId },
          { requestId, signal },
        );
        return output;
      },
    }),
  };
}

/**
 * Formats an output as model text. The output can come from the page, so one that cannot be read as a result of this
 * call is passed on as JSON.
 */
function textOf(dialect: ToolSpec<unknown>['dialect'], input: unknown, output: unknown): string {
  if (isRecord(output) && output['accepted'] === true) return ACCEPTED_TEXT;
  const asked = dialect.parse(input);
  const read = asked.ok ? (dialect as Partial<AgentDialect>).parseResult?.(output, asked.value) : undefined;
  return asked.ok && read?.ok ? dialect.toModelText(read.value, asked.value) : (JSON.stringify(output) ?? '');
}

/** Start of the message of an `AI_InvalidToolInputError`. The SDK also passes the message alone to `onError`. */
const INVALID = /^Invalid input for tool /;

/**
 * Returns the reason why a tool call was malformed, for `onError` of `toUIMessageStreamResponse`. The model reads the
 * reason with the next request and can correct its call. Without this function, version 6 sends "An error occurred."
 * instead; version 7 sends the reason by default.
 *
 * @param error - The argument of `onError`: an error or its message.
 * @returns `undefined` for any other error, whose message may be confidential.
 * @example
 * toUIMessageStreamResponse({ onError: (error) => describeInvalidCall(error) ?? 'An error occurred.' });
 */
export function describeInvalidCall(error: unknown): string | undefined {
  const isError = isRecord(error) && error['name'] === 'AI_InvalidToolInputError';
  const text = isError ? error['message'] : error;
  return typeof text === 'string' && INVALID.test(text) ? text : undefined;
}
