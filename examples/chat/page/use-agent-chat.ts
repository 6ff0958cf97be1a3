import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { useEffect, useState } from 'react';
import { boundedContinue, useAiSdkAskUser, type AiSdkEnded } from 'react-ask-user/ai-sdk/react';
import { toRecord, type AskUserRecord } from 'react-ask-user/core';
import type { AskPart, ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';
import { ASKER, askPartsOf, isReplyMissing, requestIdOf } from './conversation.js';
import { saveChat, type SavedChat } from './storage.js';

export type AgentChat = ReturnType<typeof useAgentChat>;

/** What came of a question, as the conversation keeps it: there, it is the person who is told why. */
function recordOf({ result, request }: AiSdkEnded): AskUserRecord {
  const shown = result.status === 'superseded' ? { ...result, reason: 'You wrote a message instead.' } : result;
  return toRecord(shown, request, { mode: 'interactive', answeredAt: Date.now() });
}

/** `useChat` with a tool whose result comes from the person. */
export function useAgentChat({ id, messages: restored, records: kept }: SavedChat) {
  const [transport] = useState(() => new DefaultChatTransport<ChatMessage>({ api: '/api/chat' }));
  const [records, setRecords] = useState(kept);
  const chat = useChat<ChatMessage>({
    id,
    messages: restored,
    transport,
    // Renders at most this often, in milliseconds. A render for each piece of a fast reply is more than React takes.
    experimental_throttle: 50,
    sendAutomaticallyWhen: boundedContinue(lastAssistantMessageIsCompleteWithToolCalls),
  });
  const ask = useAiSdkAskUser(chat, {
    asker: ASKER,
    onEnded: (ended) => setRecords((before) => ({ ...before, [ended.toolCallId]: recordOf(ended) })),
  });
  const { messages, status, error, stop } = chat;
  const calls = messages.flatMap(askPartsOf);
  const shown = calls.find(({ toolCallId }) => toolCallId === ask.open[0]?.toolCallId) ?? calls.at(-1);
  /** The agent is thinking or writing. */
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
     * In the composer's place: the first open question, else the last one, which may say how it ended. Those that a message
     * has replaced stay, since they hold what was typed into them.
     */
    dockedQuestions: calls.filter((part) => part === shown || records[part.toolCallId]?.result.status === 'superseded'),
    /** The connection broke off while the agent was writing this question, which comes again with the next attempt. */
    isAwaited: (part: AskPart) =>
      status === 'error' && ask.stateOf(part) === 'unfinished' && messages.at(-1)?.parts.includes(part) === true,
    /** What came of the questions, by tool call. */
    records,
    /** The agent was stopped before it could reply, by Stop or by a reload. */
    isInterrupted: status === 'ready' && isReplyMissing(messages),
    stop,
    /** Asks for the missing reply again. What was said stays. */
    retry(): Promise<unknown> {
      chat.setMessages(withoutBrokenStep);
      return chat.sendMessage();
    },
  };
}
