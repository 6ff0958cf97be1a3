import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { toRecord, type AskUserRecord } from 'react-ask-user/core';
import { askUserQuestion } from 'react-ask-user/dialects';
import type { AskOutput, AskPart, ChatMessage, ChatPart } from '../shared/chat-message.js';

/** Who asks, as the person reads it. Never the model's own words. */
export const ASKER = 'Setup assistant';

/** A malformed question goes back to the agent by itself this often; then the person decides. */
const MAX_FAILURES = 3;

export const isAskPart = (part: ChatPart): part is AskPart => part.type === 'tool-ask_user_question';

/** The parts that came since the agent last spoke up: its newest step. */
const newestStep = ({ parts }: ChatMessage): readonly ChatPart[] =>
  parts.slice(parts.findLastIndex((part) => part.type === 'step-start') + 1);

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

/**
 * The messages without a step that broke off half-way, so that it can be asked for again. Everything the person said
 * stays: a step with a complete question or a result is kept.
 */
export function withoutBrokenStep(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const step = newestStep(last);
  const asked = step.some((part) => isAskPart(part) && part.state !== 'input-streaming');
  if (asked) return [...messages];
  const parts = last.parts.slice(0, last.parts.length - step.length);
  const kept = parts.at(-1)?.type === 'step-start' ? parts.slice(0, -1) : parts;
  return kept.length > 0 ? [...messages.slice(0, -1), { ...last, parts: kept }] : messages.slice(0, -1);
}

/** The text of the newest step, for those who hear the chat instead of seeing it. */
export const newestText = (message: ChatMessage): string =>
  newestStep(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');

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
