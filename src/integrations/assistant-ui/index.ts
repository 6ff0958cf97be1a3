'use client';
import { useSyncExternalStore } from 'react';
import type { Ended } from '../../core/answer/types.js';
import { askUser, type AskUserEnding, type AskUserOutput } from '../../dialects/ask-user.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { AgentDialect, ToolSpec } from '../../dialects/types.js';
import { askProps, type AskProps } from '../shared/dialog-props.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

export type { AskProps } from '../shared/dialog-props.js';

/** What assistant-ui hands to a tool's `render`. */
export interface AssistantUiCall {
  readonly toolCallId: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly status: AssistantUiStatus;
}

/** How far a message or a call is. */
export interface AssistantUiStatus {
  readonly type: string;
  readonly reason?: string | undefined;
}

/** What `useAui()` gives inside of a tool's `render`. */
export interface AssistantUiClient {
  readonly part: {
    getState(): { readonly status: AssistantUiStatus; readonly result?: unknown };
    addToolResult(result: unknown): void;
  };
  readonly message: { getState(): { readonly index: number } };
  readonly thread: { getState(): { readonly messages: readonly { readonly role: string }[] } };
  readonly subscribe: (listener: () => void) => () => void;
}

/** How the tool asks, and who it is. */
export interface AssistantUiAskOptions<A = AskUserOutput, E = AskUserEnding> {
  /** How the tool's calls are read and answered. @default `askUser` */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Who asks. Never taken from the model's text. */
  readonly asker?: string | undefined;
}

/** The dialog ends read-only, with what was typed to copy. */
const LATE = { ok: false, code: 'already_resolved', message: 'The question had ended before.' } as const;

/**
 * The props of the dialog that asks one call: for a tool's `render`, in any of the three ways to register one.
 *
 * It draws while the model writes, and is read-only once the call has its result, also from the history. A call is answered once,
 * however often it is drawn. An open question that the person wrote past in the chat shows as `superseded`, one whose run was
 * stopped or failed as `aborted`: neither takes an answer any more, and the runtime would not bring it to the agent.
 *
 * @param call the props of `render`
 * @param aui what `useAui()` gives there
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
): AskProps<AskUserOutput, AskUserEnding>;
export function useAssistantUiAskUser(
  call: AssistantUiCall,
  aui: AssistantUiClient,
  { dialect = askUser, asker }: AssistantUiAskOptions = {},
): AskProps<AskUserOutput, AskUserEnding> {
  // Wires are opaque here: the types of the default dialect stand for those of any.
  const { toolCallId: requestId, args: input, result: output, status } = call;
  const snapshot = () => passed(aui);
  const ending = endingOf(status, useSyncExternalStore(aui.subscribe, snapshot, snapshot));
  const streaming = status.type === 'running';
  const props = askProps({
    dialect,
    requestId,
    input,
    asker,
    streaming,
    output,
    send: (wire) => answer(aui, wire),
  });
  return !props.result && ending ? { ...props, streaming: false, result: ending } : props;
}

/** Whether the person has written something since the message at this place. */
const passedAt = (messages: readonly { readonly role: string }[], index: number): boolean =>
  messages.some(({ role }, at) => at > index && role === 'user');

const passed = ({ message, thread }: AssistantUiClient): boolean =>
  passedAt(thread.getState().messages, message.getState().index);

/** What a call without a result has come to; `undefined` while it can be answered. */
function endingOf(status: AssistantUiStatus | undefined, wasPassed: boolean): Ended | undefined {
  if (status?.type === 'incomplete') return { status: 'aborted' };
  return wasPassed ? { status: 'superseded' } : undefined;
}

/** Calls as they stood when they were answered: what `getState` gives has the result only a moment later. */
const answered = new WeakSet<object>();

/** Gives the call its result, once. While its message is being written, a result would cut off the rest of that: it waits. */
function answer(aui: AssistantUiClient, wire: unknown): typeof LATE | undefined | Promise<typeof LATE | undefined> {
  const call = aui.part.getState();
  if (call.result !== undefined || answered.has(call) || endingOf(call.status, passed(aui))) return LATE;
  if (call.status.type === 'running') return written(aui).then(() => answer(aui, wire));
  answered.add(call);
  try {
    aui.part.addToolResult(wire);
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

/** A tool of a toolkit, but for its `render`. */
export interface AssistantUiTool {
  readonly type: 'human';
  readonly description: string;
  readonly parameters: ToolSchema;
}

/**
 * The tool for a toolkit, under its own name.
 *
 * @param tool @default `askUserTool`, named `ask_user`
 * @example
 * const toolkit = defineToolkit({ ask_user: { ...assistantUiAskTool(), render: AskUser } });
 */
export function assistantUiAskTool(tool: ToolSpec<unknown> = askUserTool): AssistantUiTool {
  return { type: 'human', description: tool.description, parameters: toolSchema(tool) };
}

/** A message of a thread, as far as calls go. */
export interface AssistantUiMessage {
  readonly role: string;
  readonly content: readonly { readonly type: string }[];
  readonly status?: AssistantUiStatus | undefined;
}

/** What a model adapter's `run` is given. */
export interface AssistantUiRun<M> {
  readonly messages: readonly M[];
  readonly unstable_getMessage?: (() => M) | undefined;
}

/**
 * The messages that a model adapter sends: those before the run, and the one that it goes on with, which has the answers. A call of
 * the tool's that can't be answered any more has its ending as result, as a model provider refuses a call without one.
 *
 * Nothing of it is written into the thread; what the thread has is not changed.
 *
 * @param run what the adapter's `run` was given
 * @param tool whose calls these are @default `askUserTool`
 * @example
 * const adapter: ChatModelAdapter = {
 *   async *run(options) {
 *     yield* agent(assistantUiMessages(options), options.abortSignal);
 *   },
 * };
 */
export function assistantUiMessages<M extends AssistantUiMessage>(
  run: AssistantUiRun<M>,
  tool: ToolSpec<unknown> = askUserTool,
): M[] {
  const current = run.unstable_getMessage?.();
  const messages = current?.content.length ? [...run.messages, current] : [...run.messages];
  return messages.map((message, at) => {
    const ending = endingOf(message.status, passedAt(messages, at));
    if (!ending || message.role !== 'assistant') return message;
    return { ...message, content: message.content.map((part) => ended(part, ending, tool)) };
  });
}

/** A call of the tool's without a result, with the one it has come to. */
function ended(part: { readonly type: string }, ending: Ended, { dialect, name, aliases }: ToolSpec<unknown>) {
  const { toolName, toolCallId, args, result } = part as Partial<AssistantUiCall> & { toolName?: string; type: string };
  if (part.type !== 'tool-call' || result !== undefined) return part;
  if (toolName !== name && !(toolName && aliases?.includes(toolName))) return part;
  const requestId = toolCallId ?? '';
  const asked = dialect.parse(args, { requestId });
  const request = asked.ok ? asked.value : { requestId, questions: [], raw: args };
  return { ...part, result: dialect.formatResult(ending, request) };
}
