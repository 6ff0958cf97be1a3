import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { AGENTS } from '../shared/agents.js';
import type { AskPart, ChatMessage } from '../shared/chat-message.js';

/** Display name of the agent. It never comes from the model. */
export const ASKER = AGENTS.setup;

/** Whether the agent has not replied to the newest message or result, as after Stop or a reload. */
export const isReplyMissing = (messages: ChatMessage[]): boolean =>
  messages.at(-1)?.role === 'user' || lastAssistantMessageIsCompleteWithToolCalls({ messages });

/** Returns the completely written questions of a call. While the call streams, its last question may be truncated. */
export function completeQuestions({ input, state }: AskPart): readonly { question?: unknown }[] {
  const { questions } = Object(input) as { questions?: unknown };
  if (!Array.isArray(questions)) return [];
  return state === 'input-streaming' ? questions.slice(0, -1) : questions;
}

/** Returns the ask-tool calls of a message. */
export const askPartsOf = ({ parts }: ChatMessage): AskPart[] =>
  parts.filter((part): part is AskPart => part.type === 'tool-ask_user');

/**
 * Returns the request id of a call: the chat's id, the call's position among the chat's calls, and its first question.
 * If an interrupted reply is requested again, the same question comes in another call. It gets the same id, and so the
 * user's draft. A different question gets a different id.
 */
export function requestIdOf(chatId: string, messages: readonly ChatMessage[], call: AskPart): string {
  const at = messages.flatMap(askPartsOf).findIndex(({ toolCallId }) => toolCallId === call.toolCallId);
  const text = completeQuestions(call)[0]?.question;
  return `${chatId} ${at} ${typeof text === 'string' ? text : ''}`;
}
