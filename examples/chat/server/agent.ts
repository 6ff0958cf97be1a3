import {
  APICallError,
  convertToModelMessages,
  InvalidToolInputError,
  jsonSchema,
  stepCountIs,
  streamText,
  type LanguageModel,
  type ToolSet,
} from 'ai';
import { formatIssues } from 'react-ask-user/core';
import { askUserQuestion, askUserQuestionTool } from 'react-ask-user/dialects';
import type { ChatMessage } from '../shared/chat-message.js';

const INSTRUCTIONS = `You are a setup assistant: you plan a new software project together with the user.
Whenever a decision is the user's to make, ask with the ${askUserQuestionTool.name} tool instead of guessing, one call at a time.
Take related questions together in one call. The user may answer in their own words, cancel, or write a message instead.
A cancelled question is not an answer: decide nothing on the user's behalf, say that it stays open, and go on.
Write short plain text without Markdown. When everything is settled, sum up every answer.`;

/** How often the model may correct a malformed tool call before the turn ends. */
const MAX_STEPS = 3;

/**
 * No `execute`: the call ends the model's turn, the page shows the question, and the answer comes back as the tool's
 * output with the next request. A call that nobody could be shown goes back to the model with what to correct.
 */
const tools: ToolSet = {
  [askUserQuestionTool.name]: {
    description: askUserQuestionTool.description,
    inputSchema: jsonSchema(() => askUserQuestionTool.inputSchema, {
      validate(input) {
        const parsed = askUserQuestion.parse(input);
        return parsed.ok
          ? { success: true, value: input }
          : { success: false, error: new Error(formatIssues(parsed.issues)) };
      },
    }),
  },
};

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
    system: INSTRUCTIONS,
    // A question that was never settled (a page that crashed) is asked again instead of failing the turn.
    messages: await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true }),
    tools,
    stopWhen: stepCountIs(MAX_STEPS),
    abortSignal: signal,
    onError: ({ error }) => onError(error),
  });
  return result.toUIMessageStreamResponse({ onError: explain });
}

/** What the page is told. A tool error's text also reaches the model; details of other failures stay on the server. */
function explain(error: unknown): string {
  if (InvalidToolInputError.isInstance(error)) return error.message;
  if (APICallError.isInstance(error))
    return `The model provider answered with status ${error.statusCode ?? 'unknown'}.`;
  return 'The assistant could not go on.';
}
