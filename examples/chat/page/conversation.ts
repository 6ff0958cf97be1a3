import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { toRecord, type AskUserRecord } from 'react-ask-user/core';
import { askUserQuestion } from 'react-ask-user/dialects';
import { AGENTS } from '../shared/agents.js';
import type { AskOutput, AskPart, ChatMessage, ChatPart } from '../shared/chat-message.js';

/** Who asks, as the person reads it. Never the model's own words. */
export const ASKER = AGENTS.setup;

/** A malformed question goes back to the agent by itself this often; then the person decides. */
const MAX_FAILURES = 3;

export const isAskPart = (part: ChatPart): part is AskPart => part.type === 'tool-ask_user_question';

/** The questions that wait for an answer. */
export function openQuestions(messages: readonly ChatMessage[]): readonly AskPart[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [];
  return last.parts.filter(isAskPart).filter((part) => part.state === 'input-available');
}

/** Whether every question has its result, so that the agent can go on without the person. */
export function canContinue(messages: ChatMessage[]): boolean {
  const asked = messages.at(-1)?.parts.filter(isAskPart) ?? [];
  const failures = asked.length - 1 - asked.findLastIndex((part) => part.state !== 'output-error');
  return failures < MAX_FAILURES && lastAssistantMessageIsCompleteWithToolCalls({ messages });
}

/** Whether the agent owes a reply that nobody is waiting for any more: after Stop, or a reload. */
export const isReplyMissing = (messages: ChatMessage[]): boolean =>
  messages.at(-1)?.role === 'user' || lastAssistantMessageIsCompleteWithToolCalls({ messages });

/** What comes of a question that the person passed over by writing a message: for the agent, and for the conversation. */
export function superseded(
  { input, toolCallId }: AskPart,
  answeredAt: number,
): { output: AskOutput; record: AskUserRecord } {
  const parsed = askUserQuestion.parse(input, { requestId: toolCallId, asker: ASKER });
  const request = parsed.ok ? parsed.value : { requestId: toolCallId, asker: ASKER, questions: [] };
  const ending = (reason: string) => ({ status: 'superseded' as const, reason });
  return {
    output: askUserQuestion.formatResult(ending('The user wrote a message instead; it follows.'), request),
    record: toRecord(ending('You wrote a message instead.'), request, { mode: 'interactive', answeredAt }),
  };
}
