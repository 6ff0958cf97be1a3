import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { AGENTS } from '../shared/agents.js';
import type { AskPart, ChatMessage } from '../shared/chat-message.js';

/** Who asks, as the person reads it. Never the model's own words. */
export const ASKER = AGENTS.setup;

/** Whether the agent owes a reply that nobody is waiting for any more: after Stop, or a reload. */
export const isReplyMissing = (messages: ChatMessage[]): boolean =>
  messages.at(-1)?.role === 'user' || lastAssistantMessageIsCompleteWithToolCalls({ messages });

/**
 * The id of a question's request: its position among the chat's questions. When a reply that broke off is asked for again, its
 * question comes as another tool call at the same position, and what the user has entered is still there.
 */
export const requestIdOf = (chatId: string, messages: readonly ChatMessage[], { toolCallId }: AskPart): string => {
  const parts = messages.flatMap((message) => message.parts);
  const calls = parts.flatMap((part) => (part.type === 'tool-ask_user' ? [part.toolCallId] : []));
  return `${chatId} ${calls.indexOf(toolCallId)}`;
};
