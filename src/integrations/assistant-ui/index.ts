'use client';
import type { AnsweredOutput, UnansweredOutput, UnansweredResult } from '../../core/index.js';
import { type AgentDialect, askUser, type ToolSpec } from '../../dialects/index.js';
import { useSyncExternalStore } from 'react';
import { checkWaits } from '../shared/check-waits.js';
import { requestOf } from '../shared/dialect.js';
import { ALREADY_SETTLED, type Delivery, askProps, type AskProps } from '../shared/dialog-props.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

export type { AskProps } from '../shared/dialog-props.js';

/** Props that assistant-ui passes to a tool's `render`. */
interface AssistantUiCall {
  readonly toolCallId: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly status: AssistantUiStatus;
}

interface AssistantUiStatus {
  readonly type: string;
  readonly reason?: string | undefined;
}

/** The part of `useAui()` inside a tool's `render` that is used. */
interface AssistantUiClient {
  readonly part: {
    getState(): { readonly status: AssistantUiStatus; readonly result?: unknown };
    addToolResult(result: unknown): void;
  };
  readonly message: { getState(): { readonly index: number } };
  readonly thread: { getState(): { readonly messages: readonly { readonly role: string }[] } };
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options for `useAssistantUiAskUser`. */
export interface AssistantUiAskOptions<A = AnsweredOutput, E = UnansweredOutput> {
  /** Dialect of the tool. @default askUser */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
}

/**
 * Returns the props of the dialog for one call. Use it in a tool's `render`.
 *
 * The dialog renders while the model writes, and is read-only once the call has its result, including results from the
 * history. An open question is shown as `aborted` if its message is incomplete, such as after a run that was stopped or
 * failed. Otherwise it is shown as `superseded` if the user has sent a later message.
 *
 * @param call - The props of `render`.
 * @param aui - The return value of `useAui()` inside `render`.
 * @example
 * function AskUser(call: ToolCallMessagePartProps) {
 *   return <AskUserDialog {...useAssistantUiAskUser(call, useAui(), { asker: 'Setup assistant' })} />;
 * }
 */
export function useAssistantUiAskUser<A, E>(
  call: AssistantUiCall,
  aui: AssistantUiClient,
  options: AssistantUiAskOptions<A, E> & { readonly dialect: AgentDialect<A, E> },
): AskProps<A, E>;
export function useAssistantUiAskUser(
  call: AssistantUiCall,
  aui: AssistantUiClient,
  options?: AssistantUiAskOptions,
): AskProps<AnsweredOutput, UnansweredOutput>;
export function useAssistantUiAskUser(
  call: AssistantUiCall,
  aui: AssistantUiClient,
  { dialect = askUser, asker }: AssistantUiAskOptions = {},
): AskProps<AnsweredOutput, UnansweredOutput> {
  // Outputs are opaque here, so the types of the default dialect represent those of any dialect.
  const { toolCallId: requestId, args: input, result: output, status } = call;
  const snapshot = () => passed(aui);
  const wasPassed = useSyncExternalStore(aui.subscribe, snapshot, snapshot);
  return askProps({
    dialect,
    requestId,
    input,
    asker,
    streaming: status.type === 'running',
    output,
    result: getUnanswered(status, wasPassed),
    send: (output) => answer(aui, output),
  });
}

/** Whether the user has sent a message after the message with this index. */
const passedAt = (messages: readonly { readonly role: string }[], index: number): boolean =>
  messages.some(({ role }, at) => at > index && role === 'user');

const passed = ({ message, thread }: AssistantUiClient): boolean =>
  passedAt(thread.getState().messages, message.getState().index);

function getUnanswered(status: AssistantUiStatus | undefined, wasPassed: boolean): UnansweredResult | undefined {
  if (status?.type === 'incomplete') return { status: 'aborted' };
  return wasPassed ? { status: 'superseded' } : undefined;
}

/** States of calls that were answered. `getState` contains the result only after a delay. */
const answered = new WeakSet<object>();

/**
 * Adds the result to the call. Waits while its message is being written, because a result would cut off the rest of the
 * message.
 */
function answer(aui: AssistantUiClient, output: unknown): Delivery | undefined | Promise<Delivery | undefined> {
  const call = aui.part.getState();
  if (call.result !== undefined || answered.has(call) || getUnanswered(call.status, passed(aui)))
    return ALREADY_SETTLED;
  if (call.status.type === 'running') return written(aui).then(() => answer(aui, output));
  answered.add(call);
  try {
    aui.part.addToolResult(output);
  } catch (error) {
    answered.delete(call);
    throw error;
  }
  return undefined;
}

function written({ part, subscribe }: AssistantUiClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (part.getState().status.type === 'running') return;
      stop();
      resolve();
    });
  });
}

/** A tool for a toolkit, without its `render`. */
export interface AssistantUiTool {
  readonly type: 'human';
  readonly description: string;
  readonly parameters: ToolSchema;
}

/**
 * Creates the tool for a toolkit. Use the tool's name as the key.
 *
 * @param tool - Defaults to `askUser.tool`, named `ask_user`.
 * @throws {TypeError} If the tool's agent does not wait (`blocking: false`).
 * @example
 * const toolkit = defineToolkit({ ask_user: { ...assistantUiAskTool(), render: AskUser } });
 */
export function assistantUiAskTool(tool: ToolSpec<unknown> = askUser.tool): AssistantUiTool {
  checkWaits(tool);
  return { type: 'human', description: tool.description, parameters: toolSchema(tool) };
}

/** The part of a message that is used. */
interface AssistantUiMessage {
  readonly role: string;
  readonly content: readonly { readonly type: string }[];
  readonly status?: AssistantUiStatus | undefined;
}

/** The part of the argument of a model adapter's `run` that is used. */
interface AssistantUiRun<M> {
  readonly messages: readonly M[];
  readonly unstable_getMessage?: (() => M) | undefined;
}

/**
 * Returns the messages that a model adapter sends: those before the run, and the message that the run continues, which
 * contains the answers. A call of the tool that can no longer be answered gets an unanswered result, because model
 * providers reject calls without one. The thread itself is not changed.
 *
 * @param run - The argument of the adapter's `run`.
 * @param tool - Tool of the calls. Defaults to `askUser.tool`.
 * @example
 * const adapter: ChatModelAdapter = {
 *   async *run(options) {
 *     yield* agent(assistantUiMessages(options), options.abortSignal);
 *   },
 * };
 */
export function assistantUiMessages<M extends AssistantUiMessage>(
  run: AssistantUiRun<M>,
  tool: ToolSpec<unknown> = askUser.tool,
): M[] {
  const current = run.unstable_getMessage?.();
  const messages = current?.content.length ? [...run.messages, current] : [...run.messages];
  return messages.map((message, at) => {
    const unanswered = getUnanswered(message.status, passedAt(messages, at));
    if (!unanswered || message.role !== 'assistant') return message;
    return { ...message, content: message.content.map((part) => withResult(part, unanswered, tool)) };
  });
}

function withResult(
  part: { readonly type: string },
  unanswered: UnansweredResult,
  { dialect, name, aliases }: ToolSpec<unknown>,
) {
  const { toolName, toolCallId, args, result } = part as Partial<AssistantUiCall> & { toolName?: string; type: string };
  if (part.type !== 'tool-call' || result !== undefined) return part;
  if (toolName !== name && !(toolName && aliases?.includes(toolName))) return part;
  const requestId = toolCallId ?? '';
  const request = requestOf(dialect.parse(args, { requestId }), requestId, args);
  return { ...part, result: dialect.formatResult(unanswered, request) };
}
