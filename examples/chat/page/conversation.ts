import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { AGENTS } from '../shared/agents.js';
import { parseRequest, type AskUserRecord } from 'react-ask-user/core';
import type { AskPart, ChatMessage, LaterPart } from '../shared/chat-message.js';

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

/** Returns the calls of a message whose questions do not stop the agent. */
export const laterPartsOf = ({ parts }: ChatMessage): LaterPart[] =>
  parts.filter((part): part is LaterPart => part.type === 'tool-ask_user_later' && part.state === 'output-available');

/** Returns the place of a request in the conversation, from the records of those before it. */
export function roundAfter(earlier: readonly (AskUserRecord | undefined)[]): { number: number; answered: number } {
  const rounds = earlier.flatMap((record) => (record?.result.status === 'answered' ? [record.answers] : []));
  return { number: rounds.length + 1, answered: rounds.flat().filter(({ skipped }) => !skipped).length };
}

/** Returns the text of a question of a call. */
export function questionIn(input: unknown, questionId: string): string {
  const asked = parseRequest(input);
  return (asked.ok && asked.value.questions.find(({ id }) => id === questionId)?.question) || '';
}

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
