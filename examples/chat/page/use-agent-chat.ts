import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useEffect, useState } from 'react';
import { stopAfterFailures, useAiSdkAskUser, type AiSdkSettled } from 'react-ask-user/ai-sdk/react';
import type { OnAskBack, ResultDetails } from 'react-ask-user';
import { summarize, toRecord, type AskUserRecord } from 'react-ask-user/core';
import type { AskPart, ChatMessage, LaterPart } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';
import {
  ASKER,
  askPartsOf,
  isReplyMissing,
  laterPartsOf,
  questionIn,
  requestIdOf,
  roundAfter,
} from './conversation.js';
import { saveChat, type SavedChat } from './storage.js';
import { useUnsent } from './use-unsent.js';

export type AgentChat = ReturnType<typeof useAgentChat>;

/** Returns the record of a settled question. The reason of a superseded one addresses the user. */
function recordOf({
  result,
  request,
  exchanges,
}: Pick<AiSdkSettled, 'result' | 'request' | 'exchanges'>): AskUserRecord {
  const shown = result.status === 'superseded' ? { ...result, reason: 'You wrote a message instead.' } : result;
  return toRecord(shown, request, { mode: 'interactive', answeredAt: Date.now(), exchanges });
}

/** Returns `useChat` with a tool whose output comes from the user. */
export function useAgentChat({ id, messages: restored, records: kept, unsent: waiting }: SavedChat) {
  const [transport] = useState(() => new DefaultChatTransport<ChatMessage>({ api: '/api/chat' }));
  const [records, setRecords] = useState(kept);
  const { unsent, add, take } = useUnsent(waiting);
  const chat = useChat<ChatMessage>({
    id,
    messages: restored,
    transport,
    // Minimum time between renders, in milliseconds. React can't render every piece of a fast reply.
    experimental_throttle: 50,
    sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls),
  });
  const ask = useAiSdkAskUser(chat, {
    asker: ASKER,
    onSettled: (ended) => keep(ended.toolCallId, recordOf(ended)),
  });
  const { messages, status, error, stop } = chat;
  const calls = messages.flatMap(askPartsOf);
  const shown = calls.find(({ toolCallId }) => toolCallId === ask.openParts[0]?.toolCallId) ?? calls.at(-1);
  /** Whether the agent is thinking or writing. */
  const isBusy = status === 'submitted' || status === 'streaming';

  const isDiscussing = records[calls.at(-1)?.toolCallId ?? '']?.result.status === 'declined';
  /** Whether the agent is done and expects no message, so that a text interrupts nothing. */
  const isFree = status === 'ready' && ask.openParts.length === 0 && !isReplyMissing(messages) && !isDiscussing;

  function keep(toolCallId: string, record: AskUserRecord): void {
    setRecords((before) => ({ ...before, [toolCallId]: record }));
  }

  /** Sends a message, with the changes and late answers that wait. */
  function send(...texts: readonly string[]): void {
    const text = [...take(), ...texts].join('\n\n');
    if (text) void ask.sendMessage({ text });
  }

  /** Asks the agent what the user wants to know about an open question. The reply is shown in the question. */
  const replyTo =
    (input: unknown): OnAskBack =>
    async ({ questionId, text }, { signal }) => {
      const body = JSON.stringify({ messages, question: questionIn(input, questionId), text });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/api/ask-back', { method: 'POST', headers, body, signal });
      if (!response.ok) throw new Error(`There is no reply: status ${response.status}.`);
      return response.text();
    };

  useEffect(
    () => saveChat({ id, messages, records, unsent, busy: isBusy || status === 'error' }),
    [id, messages, records, unsent, isBusy, status],
  );
  useEffect(() => {
    if (isFree) send();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFree, unsent]);

  return {
    id,
    messages,
    isBusy,
    error,
    ask,
    requestIdOf: (part: AskPart) => requestIdOf(id, messages, part),
    /**
     * Calls in the composer's place: the first open question, or else the last one, which may show how it was settled.
     * Questions that a message superseded stay, because they contain what the user typed.
     */
    dockedQuestions: calls.filter((part) => part === shown || records[part.toolCallId]?.result.status === 'superseded'),
    /** Whether the connection was lost while the agent wrote this question. The next attempt asks it again. */
    isAwaited: (part: AskPart) =>
      status === 'error' && ask.getState(part) === 'unfinished' && messages.at(-1)?.parts.includes(part) === true,
    /** Records of the settled questions, by tool call. */
    records,
    /** Place of a call among the rounds of the conversation. */
    roundOf(part: AskPart) {
      const at = calls.findIndex(({ toolCallId }) => toolCallId === part.toolCallId);
      return roundAfter(calls.slice(0, at).map(({ toolCallId }) => records[toolCallId]));
    },
    /** Calls that do not stop the agent, and that the user has not answered. */
    laterQuestions: messages.flatMap(laterPartsOf).filter(({ toolCallId }) => !records[toolCallId]),
    /** Changes and late answers, which go to the agent with the next answer or message, or once it is done. */
    unsent,
    send,
    /** Sends a changed answer as a message. */
    correct: add,
    replyTo,
    answerLater({ toolCallId }: LaterPart, details: Pick<ResultDetails, 'result' | 'request' | 'exchanges'>): void {
      const record = recordOf(details);
      keep(toolCallId, record);
      add(summarize(record));
    },
    /** Whether Stop or a reload interrupted the agent before it replied. */
    isInterrupted: status === 'ready' && isReplyMissing(messages),
    stop,
    /** Requests the missing reply again. The rest of the conversation stays. */
    retry(): Promise<unknown> {
      chat.setMessages(withoutBrokenStep);
      return chat.sendMessage();
    },
  };
}
