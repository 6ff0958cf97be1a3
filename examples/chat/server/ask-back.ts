import { convertToModelMessages, generateText, type LanguageModel, type UIMessage } from 'ai';
import { instructionsForReplies } from './instructions.js';
import { tools } from './tools.js';

export interface AskBack {
  model: LanguageModel;
  /** The chat so far, which explains why the agent asks. */
  messages: UIMessage[];
  /** Text of the question that the user asks about. */
  question: string;
  /** What the user asks. */
  text: string;
  signal: AbortSignal;
}

/** Returns what the agent replies to a user who asks about one of its questions. The question stays open. */
export async function replyTo({ model, messages, question, text, signal }: AskBack): Promise<string> {
  const chat = await convertToModelMessages(messages, { tools, ignoreIncompleteToolCalls: true });
  const reply = await generateText({
    model,
    system: instructionsForReplies,
    messages: [...chat, { role: 'user', content: `Your question: ${question}\n\nI ask: ${text}` }],
    abortSignal: signal,
  });
  return reply.text;
}
