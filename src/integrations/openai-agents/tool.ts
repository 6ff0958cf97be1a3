import { AskUserError, createAskUserTool } from '../../host/index.js';
import { askUser, type ToolSpec } from '../../dialects/index.js';
import type { BrokerAskOptions } from '../shared/ask-and-format.js';

/** The part of the SDK's `RunContext` that is used. */
export interface OpenAiRunContext<Context = unknown> {
  /** The `context` that the host passed to `run`. */
  readonly context: Context;
}

/** The part of the SDK's `ToolCallDetails` that is used. */
export interface OpenAiCallDetails {
  readonly toolCall?: { readonly callId: string } | undefined;
  /** Aborted with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** Options for the SDK's `tool()`. */
export interface OpenAiToolOptions<Context = unknown> {
  name: string;
  description: string;
  /**
   * JSON Schema of the tool. `execute` validates the input instead of the provider, because strict mode does not allow
   * optional fields.
   */
  parameters: {
    type: 'object';
    properties: Record<string, object>;
    required: string[];
    additionalProperties: true;
  };
  strict: false;
  needsApproval: boolean;
  /** Resolves to the model text. */
  execute(input: unknown, run?: OpenAiRunContext<Context>, details?: OpenAiCallDetails): Promise<string>;
  /** Returns the model text for an `AskUserError`. Any other error is thrown and ends the run. */
  errorFunction(run: unknown, error: unknown): string;
}

/** Options for `openAiAskTool`. */
export interface OpenAiAskOptions<Context> extends Omit<BrokerAskOptions, 'conversationId'> {
  /** Conversation that shows the questions, or a function that returns it for the `context` passed to `run`. */
  readonly conversationId: string | ((context: Context) => string);
  /** Tool that the model is offered. @default askUser.tool */
  readonly tool?: ToolSpec<unknown> | undefined;
  /**
   * Returns the request id for a call, so that a repeated call attaches to its request. The id must be unique in the
   * broker's store. Models may only number their calls (`call_1`), so start it with an id of the run. By default the
   * broker creates a new id for each call.
   */
  readonly requestId?: ((callId: string, context: Context) => string) | undefined;
  /**
   * Name of the broker's callback that receives the settlements of a `tool` whose agent does not wait (`blocking: false`);
   * see `toUserMessage` of `react-ask-user/server`.
   */
  readonly callback?: string | undefined;
}

export function declared(tool: ToolSpec<unknown>) {
  const { properties, required = [], additionalProperties = true, ...rest } = tool.inputSchema;
  return {
    name: tool.name,
    description: tool.description,
    // The SDK's type allows only `true` with `strict: false`. The schema is passed on unchanged.
    parameters: {
      ...rest,
      type: 'object',
      properties: { ...properties },
      required: [...required],
      additionalProperties: additionalProperties as true,
    },
    strict: false,
    errorFunction(_run: unknown, error: unknown): string {
      if (error instanceof AskUserError) return error.message;
      throw error;
    },
  } as const satisfies Partial<OpenAiToolOptions>;
}

/**
 * Creates an ask tool for the SDK's `tool()` that asks while its run waits. Aborting the run withdraws the question.
 *
 * The model reads the dialect's text: the answer, or why the user did not answer. Then the run continues. Input that
 * is invalid or beyond the tool's limits is not shown to the user, and the model text lists the issues.
 *
 * If the tool's agent does not wait (`blocking: false`), the model reads at once that it goes on. The request stays open
 * after the run, and its `callback` receives the settlement.
 *
 * `execute` throws, which ends the run, if there is no conversation, or if the SDK is older than 0.5.4, because an abort
 * does not reach the tool there. In versions 0.5.4 to 0.13 it does not either, but these cannot be detected. Use 0.14.0
 * or newer.
 * @example
 * const agent = new Agent({
 *   name: 'Helper',
 *   tools: [tool(openAiAskTool({ broker, conversationId: (context: { chatId: string }) => context.chatId }))],
 * });
 * await run(agent, message, { context: { chatId }, signal });
 */
export function openAiAskTool<Context = unknown>({
  broker,
  conversationId,
  tool = askUser.tool,
  requestId,
  callback,
  ...options
}: OpenAiAskOptions<Context>): OpenAiToolOptions<Context> {
  const askTool = createAskUserTool({ spec: tool, transport: broker, callback });
  return {
    ...declared(tool),
    needsApproval: false,
    async execute(input, run, details) {
      checkVersion(run, details?.signal);
      const context = run?.context as Context;
      const callId = details?.toolCall?.callId;
      const { content } = await askTool.execute(input, {
        ...options,
        conversationId: resolveConversationId(conversationId, context),
        toolCallId: callId === undefined ? undefined : requestId?.(callId, context),
        signal: details?.signal,
      });
      return content[0].text;
    },
  };
}

/**
 * Detects an SDK that does not pass a run's signal to its tools, so that an aborted run would wait for its question
 * forever. This applies before 0.14.0. A run without a signal looks the same, so the check relies on methods that older
 * versions lack. From 0.5.4 on, no such method differs.
 */
function checkVersion(run: OpenAiRunContext | undefined, signal: AbortSignal | undefined): void {
  if (!run || signal || !('approveTool' in run) || 'getRejectionMessage' in run) return;
  throw new Error(
    'This version of the SDK does not pass the signal of a run to its tools, so an aborted run would never end. The user was not asked. Install @openai/agents 0.14.0 or newer.',
  );
}

function resolveConversationId<Context>(given: OpenAiAskOptions<Context>['conversationId'], context: Context): string {
  const place: unknown = typeof given === 'function' ? given(context) : given;
  if (typeof place === 'string' && place !== '') return place;
  throw new Error(
    'openAiAskTool: `conversationId` returned no conversation, so the user was not asked. Pass `context` to `run`.',
  );
}
