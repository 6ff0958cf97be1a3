import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useEffect, useState } from 'react';
import { stopAfterFailures, useAiSdkAskUser, type AiSdkSettled } from 'react-ask-user/ai-sdk/react';
import { toRecord, type AskUserRecord } from 'react-ask-user/core';
import type { AskPart, ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';
import { ASKER, askPartsOf, isReplyMissing, requestIdOf } from './conversation.js';
import { saveChat, type SavedChat } from './storage.js';

export type AgentChat = ReturnType<typeof useAgentChat>;

/** Returns the record of a settled question. The reason of a superseded one addresses the user. */
function recordOf({ result, request }: AiSdkSettled): AskUserRecord {
  const shown = result.status === 'superseded' ? { ...result, reason: 'You wrote a message instead.' } : result;
  return toRecord(shown, request, { mode: 'interactive', answeredAt: Date.now() });
}

/** Returns `useChat` with a tool whose output comes from the user. */
export function useAgentChat({ id, messages: restored, records: kept }: SavedChat) {
  const [transport] = useState(() => new DefaultChatTransport<ChatMessage>({ api: '/api/chat' }));
  const [records, setRecords] = useState(kept);
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
    onSettled: (ended) => setRecords((before) => ({ ...before, [ended.toolCallId]: recordOf(ended) })),
  });
  const { messages, status, error, stop } = chat;
  const calls = messages.flatMap(askPartsOf);
  const shown = calls.find(({ toolCallId }) => toolCallId === ask.openParts[0]?.toolCallId) ?? calls.at(-1);
  /** Whether the agent is thinking or writing. */
  const isBusy = status === 'submitted' || status === 'streaming';

  useEffect(
    () => saveChat({ id, messages, records, busy: isBusy || status === 'error' }),
    [id, messages, records, isBusy, status],
  );

  return {
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
