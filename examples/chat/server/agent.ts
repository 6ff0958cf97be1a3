import { convertToModelMessages, stepCountIs, streamText, type LanguageModel } from 'ai';
import { askUser } from 'react-ask-user/dialects';
import type { ChatMessage } from '../shared/chat-message.js';
import { explain } from './explain.js';
import { instructionsFor } from './instructions.js';
import { tools } from './tools.js';

/** Maximum number of steps of a turn, in which the model can correct a malformed tool call. */
const MAX_STEPS = 3;

export interface AgentTurn {
  model: LanguageModel;
  messages: ChatMessage[];
  /** Aborts when the user presses Stop or disconnects. */
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** Runs one turn of the agent, streamed in the AI SDK's UI message protocol. */
export async function runAgent({ model, messages, signal, onError }: AgentTurn): Promise<Response> {
  const result = streamText({
    model,
    system: instructionsFor(askUser.tool.name),
    // The agent asks an unsettled question (such as after a crash of the page) again. The turn does not fail.
    messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
    tools,
    stopWhen: stepCountIs(MAX_STEPS),
    abortSignal: signal,
    onError: ({ error }) => onError(error),
  });
  return result.toUIMessageStreamResponse({ onError: explain });
}
