import {
  convertToModelMessages,
  generateId,
  readUIMessageStream,
  stepCountIs,
  streamText,
  type LanguageModel,
  type ToolSet,
} from 'ai';
import type { AgentId } from '../../shared/agents.js';
import { isSharedAsk, type SharedMessage } from '../../shared/shared-chat.js';
import { explain } from '../explain.js';
import { instructionsFor } from '../instructions.js';
import type { AskTool } from './ask-tool.js';
import type { Conversation } from './conversation.js';

/** Maximum number of steps of a run, each with a reply and its questions. A plan takes fewer. */
const MAX_STEPS = 20;

export interface AgentRun {
  agent: AgentId;
  model: LanguageModel;
  conversation: Conversation;
  askTool: AskTool;
  /** Aborts when the user presses Stop. */
  signal: AbortSignal;
}

/**
 * Runs the agent until it is done or the user has written a message. The agent waits for answers without a time limit.
 * Each piece of its reply is put into the conversation.
 *
 * @throws {unknown} The error of the model's provider.
 */
export async function runAgent({ agent, model, conversation, askTool, signal }: AgentRun): Promise<void> {
  if (signal.aborted) return;
  const thread = conversation.thread(agent);
  const tools: ToolSet = { [askTool.name]: askTool.tool };
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => void (failure ??= { error });
  const result = streamText({
    model,
    system: instructionsFor(askTool.name),
    messages: await convertToModelMessages(thread, { tools, ignoreIncompleteToolCalls: true }),
    tools,
    stopWhen: [stepCountIs(MAX_STEPS), () => conversation.unreadBy(agent).length > 0],
    abortSignal: signal,
    onError: ({ error }) => fail(error),
  });
  const last = thread.at(-1);
  const replies = readUIMessageStream<SharedMessage>({
    ...(last?.role === 'assistant' && { message: structuredClone(last) }),
    stream: result.toUIMessageStream<SharedMessage>({
      originalMessages: thread,
      generateMessageId: generateId,
      onError: explain,
    }),
  });
  for await (const reply of replies) conversation.put(agent, reply);
  if (failure && !signal.aborted) throw failure.error;
}

/**
 * Repeats the calls that were waiting when the server stopped, each with its id. A call that was superseded in the
 * meantime gets its result this way, too.
 */
export async function askAgain(thread: readonly SharedMessage[], { ask }: AskTool, signal: AbortSignal): Promise<void> {
  const asked = thread.flatMap(({ parts }) => parts.filter(isSharedAsk));
  const open = asked.filter(({ state }) => state === 'input-available');
  await Promise.all(open.map(({ input, toolCallId }) => ask(input, { toolCallId, signal })));
}
