import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { AskUserError } from '../../host/errors.js';
import { createAskUserTool } from '../../host/tool.js';
import { tooOld } from '../shared/floor.js';
import type { AskVia } from '../shared/put.js';

/** As much of the SDK's `RunContext` as is needed. */
export interface OpenAiRunContext<Context = unknown> {
  /** What the host gave to `run`. */
  readonly context: Context;
}

/** As much of the SDK's `ToolCallDetails` as is needed. */
export interface OpenAiCallDetails {
  readonly toolCall?: { readonly callId: string } | undefined;
  /** Aborted with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** What the SDK's `tool()` takes. */
export interface OpenAiToolOptions<Context = unknown> {
  name: string;
  description: string;
  /** The tool's JSON Schema. It is checked here and not by the provider: strict mode has no optional fields. */
  parameters: {
    type: 'object';
    properties: Record<string, object>;
    required: string[];
    additionalProperties: true;
  };
  strict: false;
  needsApproval: boolean;
  /** Resolves to what the model reads. */
  execute(input: unknown, run?: OpenAiRunContext<Context>, details?: OpenAiCallDetails): Promise<string>;
  /** What the model reads where nobody could be asked. An error that is not ours is thrown, and ends the run. */
  errorFunction(run: unknown, error: unknown): string;
}

/** Where the questions of a run go. */
export interface OpenAiAskOptions<Context> extends Omit<AskVia, 'conversationId'> {
  /** Where questions are shown, or how to tell from the context that was given to `run`. */
  readonly conversationId: string | ((context: Context) => string);
  /** What the model is offered. @default askUserTool */
  readonly tool?: ToolSpec<unknown> | undefined;
  /**
   * A request's id of your own, by which a call that is made again finds its question. It must be unique in the broker's store, and models
   * may only count their calls (`call_1`): put something of the run in front.
   *
   * @default an id of the broker's, another one for each call
   */
  readonly requestId?: ((callId: string, context: Context) => string) | undefined;
}

/** What both tools have in common. */
export function declared(tool: ToolSpec<unknown>) {
  const { properties, required = [], additionalProperties = true, ...rest } = tool.inputSchema;
  return {
    name: tool.name,
    description: tool.description,
    // The SDK's type has no other value beside `strict: false`; the schema is passed on as it is.
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
 * A tool that asks while its run waits, for the SDK's `tool()`. Aborting the run withdraws the question.
 *
 * The model reads a JSON answer; an ending without one says so, and the run goes on. A call that can't be asked is shown to
 * nobody, and the model is told what to correct.
 *
 * @throws from `execute`, which ends the run: Error in a version of the SDK before 0.5, where an abort would not reach the tool. From 0.5 to 0.13
 * it does not either, and that can't be seen from here: use 0.14.0 or newer.
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
  tool = askUserTool,
  requestId,
  ...options
}: OpenAiAskOptions<Context>): OpenAiToolOptions<Context> {
  const asking = createAskUserTool({ tool, broker });
  return {
    ...declared(tool),
    needsApproval: false,
    async execute(input, run, details) {
      checkVersion(run, details?.signal);
      const context = run?.context as Context;
      const callId = details?.toolCall?.callId;
      const { content } = await asking.execute(input, {
        ...options,
        conversationId: placeOf(conversationId, context),
        toolCallId: callId === undefined ? undefined : requestId?.(callId, context),
        signal: details?.signal,
      });
      return content[0].text;
    },
  };
}

/**
 * Before 0.14.0 the SDK does not hand a run's signal to its tools: an aborted run would wait for its question for ever. A run without a signal
 * looks the same there, so that only what else an older version lacks tells them apart: from 0.5 on nothing does.
 *
 * @throws Error
 */
function checkVersion(run: OpenAiRunContext | undefined, signal: AbortSignal | undefined): void {
  if (!run || signal || !('approveTool' in run) || 'getRejectionMessage' in run) return;
  throw tooOld(
    'This version of the SDK does not tell its tools when a run is aborted, so that the run would never end. Nobody was asked.',
    '@openai/agents 0.14.0',
  );
}

/** Where no client looks, a question would wait for ever. */
function placeOf<Context>(given: OpenAiAskOptions<Context>['conversationId'], context: Context): string {
  const place: unknown = typeof given === 'function' ? given(context) : given;
  if (typeof place === 'string' && place !== '') return place;
  throw new Error('openAiAskTool: `conversationId` gave none, so nobody was asked. Is `context` passed to `run`?');
}
