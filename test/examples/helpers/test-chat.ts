import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { stopAfterFailures } from 'react-ask-user/ai-sdk/react';
import type { AskOutput, AskPart, ChatMessage } from '../../../examples/chat/shared/chat-message.js';

/** Returns the open questions of the newest message. */
export const openQuestions = (messages: readonly ChatMessage[]): readonly AskPart[] =>
  (messages.at(-1)?.parts ?? []).flatMap((part) =>
    part.type === 'tool-ask_user' && part.state === 'input-available' ? [part] : [],
  );

type Handler = (request: Request) => Promise<Response>;

/** Creates the page’s side of the chat: the AI SDK’s client without React, connected directly to a handler. */
export function createTestChat(handler: Handler) {
  let onFinish = (): void => {};
  const chat = new Chat<ChatMessage>({
    transport: new DefaultChatTransport({
      api: 'http://127.0.0.1/api/chat',
      fetch: (input, init) => handler(new Request(input, init)),
    }),
    sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls),
    onFinish: () => onFinish(),
  });

  return {
    chat,
    send: (text: string): Promise<void> => chat.sendMessage({ text }),
    /** Settles the open question and waits until the agent has replied. */
    async settle(output: AskOutput): Promise<void> {
      const [part] = openQuestions(chat.messages);
      if (!part) throw new Error('No question is open.');
      const finished = new Promise<void>((resolve) => (onFinish = resolve));
      await chat.addToolOutput({ tool: 'ask_user', toolCallId: part.toolCallId, output });
      await finished;
    },
    lastText: (): string =>
      (chat.messages.at(-1)?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(''),
  };
}
