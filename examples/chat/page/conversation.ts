import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { AGENTS } from '../shared/agents.js';
import type { ChatMessage } from '../shared/chat-message.js';

/** Who asks, as the person reads it. Never the model's own words. */
export const ASKER = AGENTS.setup;

/** Whether the agent owes a reply that nobody is waiting for any more: after Stop, or a reload. */
export const isReplyMissing = (messages: ChatMessage[]): boolean =>
  messages.at(-1)?.role === 'user' || lastAssistantMessageIsCompleteWithToolCalls({ messages });
