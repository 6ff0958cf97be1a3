// page/use-claimed-chat.ts
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithToolCalls, type UIMessage } from 'ai';
import { useRef } from 'react';
import type { AnswerClaim, ClaimResult } from 'react-ask-user/ai-sdk';
import { stopAfterFailures, useAiSdkAskUser, type AiSdkSendResult } from 'react-ask-user/ai-sdk/react';

async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

export function useClaimedChat(id: string, messages: UIMessage[]) {
  /** Whether another window has received what this one lacks. */
  const isLate = useRef(false);
  const chat = useChat({
    id,
    messages,
    sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls),
    onError: ({ message }) => void (isLate.current ||= message.includes('outdated')),
  });
  async function claim(answer: AnswerClaim): Promise<ClaimResult> {
    const claimed = await call<ClaimResult>('/api/claim', { method: 'POST', body: JSON.stringify(answer) });
    isLate.current ||= !claimed.ok;
    return claimed;
  }
  const ask = useAiSdkAskUser(chat, { claim, asker: 'Setup assistant' });
  async function update(): Promise<void> {
    chat.setMessages(await call<UIMessage[]>(`/api/chat/${id}`));
    isLate.current = false;
  }
  async function sendMessage(message: { text: string }): Promise<AiSdkSendResult> {
    if (isLate.current) await update();
    const sent = await ask.sendMessage(message);
    if (sent.ok || sent.code !== 'request_failed' || !isLate.current) return sent;
    await update();
    return ask.sendMessage(message);
  }
  return { chat, ask: { ...ask, sendMessage } };
}
