import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { AGENTS } from '../shared/agents.js';
import type { AskPart, ChatMessage } from '../shared/chat-message.js';

/** Who asks, as the person reads it. Never the model's own words. */
export const ASKER = AGENTS.setup;

/** Whether the agent owes a reply that nobody is waiting for any more: after Stop, or a reload. */
export const isReplyMissing = (messages: ChatMessage[]): boolean =>
  messages.at(-1)?.role === 'user' || lastAssistantMessageIsCompleteWithToolCalls({ messages });

/** The questions of a call that are written to their end: while the call is being written, the last one may be cut off anywhere. */
export function completeQuestions({ input, state }: AskPart): readonly { question?: unknown }[] {
  const { questions } = Object(input) as { questions?: unknown };
  if (!Array.isArray(questions)) return [];
  return state === 'input-streaming' ? questions.slice(0, -1) : questions;
}

/** The calls of the ask tool in a message. */
export const askPartsOf = ({ parts }: ChatMessage): AskPart[] =>
  parts.filter((part): part is AskPart => part.type === 'tool-ask_user');

/**
 * The id of a call's request: the call's position among the chat's calls, and its first question. When a reply that broke off is
 * asked for again, the same question comes as another call, and what the user has entered is still there. Another question in
 * its place gets nothing of it.
 */
export function requestIdOf(chatId: string, messages: readonly ChatMessage[], call: AskPart): string {
  const at = messages.flatMap(askPartsOf).findIndex(({ toolCallId }) => toolCallId === call.toolCallId);
  const text = completeQuestions(call)[0]?.question;
  return `${chatId} ${at} ${typeof text === 'string' ? text : ''}`;
}
