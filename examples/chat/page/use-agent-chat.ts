import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useEffect, useRef, useState } from 'react';
import type { AskUserRecord } from 'react-ask-user/core';
import type { AskOutput, AskPart, ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';
import { canContinue, isReplyMissing, openQuestions, superseded } from './conversation.js';
import { saveChat, type Records, type SavedChat } from './storage.js';

export interface AgentChat {
  messages: ChatMessage[];
  /** The agent is thinking or writing. */
  isBusy: boolean;
  error: Error | undefined;
  /** The agent was stopped before it could reply, by Stop or by a reload. */
  isInterrupted: boolean;
  openQuestions: readonly AskPart[];
  /** What came of the questions, by tool call. */
  records: Records;
  send: (text: string) => Promise<void>;
  /** Hands the agent what came of a question, and keeps the record. The first result counts. */
  settle: (part: AskPart, output: AskOutput, record: AskUserRecord) => Promise<void>;
  /** Tells the agent that its question could not be shown, and why. */
  reject: (part: AskPart, reason: string) => Promise<void>;
  /** Asks for the missing reply again. What was said stays. */
  retry: () => Promise<void>;
  stop: () => Promise<void>;
}

const tool = 'ask_user_question';

/** `useChat` with a tool whose result comes from the person. */
export function useAgentChat({ id, messages: restored, records: kept }: SavedChat): AgentChat {
  const [transport] = useState(() => new DefaultChatTransport<ChatMessage>({ api: '/api/chat' }));
  const [records, setRecords] = useState(kept);
  const isHeld = useRef(false);
  const chat = useChat<ChatMessage>({
    id,
    messages: restored,
    transport,
    // Renders at most this often, in milliseconds. A render for each piece of a fast reply is more than React takes.
    experimental_throttle: 50,
    sendAutomaticallyWhen: ({ messages }) => !isHeld.current && canContinue(messages),
  });
  const { messages, status, addToolOutput, sendMessage, setMessages, stop } = chat;
  const isBusy = status === 'submitted' || status === 'streaming';
  const open = openQuestions(messages);

  useEffect(
    () => saveChat({ id, messages, records, busy: isBusy || status === 'error' }),
    [id, messages, records, isBusy, status],
  );

  const isOpen = ({ toolCallId }: AskPart): boolean => open.some((part) => part.toolCallId === toolCallId);

  async function settle(part: AskPart, output: AskOutput, record: AskUserRecord): Promise<void> {
    const { toolCallId } = part;
    if (!isOpen(part)) return;
    setRecords((before) => ({ ...before, [toolCallId]: record }));
    await addToolOutput({ tool, toolCallId, output });
  }

  async function reject(part: AskPart, errorText: string): Promise<void> {
    if (isOpen(part)) await addToolOutput({ tool, toolCallId: part.toolCallId, state: 'output-error', errorText });
  }

  /**
   * A message sent while questions are open takes their place: each gets its result first, since no provider accepts a
   * tool call without one. Without the hold, that result alone would already start a request, and two would race.
   */
  async function send(text: string): Promise<void> {
    isHeld.current = true;
    try {
      for (const part of open) {
        const { output, record } = superseded(part, Date.now());
        await settle(part, output, record);
      }
    } finally {
      isHeld.current = false;
    }
    await sendMessage({ text });
  }

  async function retry(): Promise<void> {
    setMessages(withoutBrokenStep);
    await sendMessage();
  }

  const isInterrupted = status === 'ready' && isReplyMissing(messages);
  return {
    messages,
    isBusy,
    error: chat.error,
    isInterrupted,
    openQuestions: open,
    records,
    send,
    settle,
    reject,
    retry,
    stop,
  };
}
