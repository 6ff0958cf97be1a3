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

/** Steps of one run, each with a reply and its questions; more than a plan takes. */
const MAX_STEPS = 20;

export interface AgentRun {
  agent: AgentId;
  model: LanguageModel;
  conversation: Conversation;
  askTool: AskTool;
  /** The person pressed Stop. */
  signal: AbortSignal;
}

/**
 * The agent at work: it writes, asks, waits for the answer, however long that takes, and goes on, until it has nothing more
 * to say or the person has written something. What it writes is put into the conversation piece by piece.
 *
 * @throws what the model's provider failed with
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
 * Calls that were waiting when the server went away are made once more, each under the id it had. One that was passed over
 * meanwhile gets its result so, too.
 */
export async function askAgain(thread: readonly SharedMessage[], { ask }: AskTool, signal: AbortSignal): Promise<void> {
  const asked = thread.flatMap(({ parts }) => parts.filter(isSharedAsk));
  const open = asked.filter(({ state }) => state === 'input-available');
  await Promise.all(open.map(({ input, toolCallId }) => ask(input, { toolCallId, signal })));
}
