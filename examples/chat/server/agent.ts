import { convertToModelMessages, stepCountIs, streamText, type LanguageModel } from 'ai';
import { aiSdkAskTool } from 'react-ask-user/ai-sdk';
import { askUserTool } from 'react-ask-user/dialects';
import type { ChatMessage } from '../shared/chat-message.js';
import { explain } from './explain.js';
import { instructionsFor } from './instructions.js';

/** How often the model may correct a malformed tool call before the turn ends. */
const MAX_STEPS = 3;

/**
 * No `execute`: the call ends the model's turn, the page shows the question, and the answer comes back as the tool's
 * output with the next request. A call that nobody could be shown goes back to the model with what to correct.
 */
const tools = { [askUserTool.name]: aiSdkAskTool() };

export interface AgentTurn {
  model: LanguageModel;
  messages: ChatMessage[];
  /** The person pressed Stop or went away. */
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** One turn of the agent, streamed in the AI SDK's UI message protocol. */
export async function runAgent({ model, messages, signal, onError }: AgentTurn): Promise<Response> {
  const result = streamText({
    model,
    system: instructionsFor(askUserTool.name),
    // A question that was never settled (a page that crashed) is asked again instead of failing the turn.
    messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
    tools,
    stopWhen: stepCountIs(MAX_STEPS),
    abortSignal: signal,
    onError: ({ error }) => onError(error),
  });
  return result.toUIMessageStreamResponse({ onError: explain });
}
