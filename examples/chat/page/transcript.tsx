import type { RefObject } from 'react';
import type { ChatMessage } from '../shared/chat-message.js';
import { ASKER } from './conversation.js';
import { Question } from './question.js';
import type { AgentChat } from './use-agent-chat.js';

interface TranscriptProps {
  chat: AgentChat;
  composer: RefObject<HTMLElement | null>;
  /** The person has answered or cancelled a question. */
  onAnswer: () => void;
}

/** The conversation. It is no live region: a reply that streams would be read word by word; see `ReplyAnnouncer`. */
export function Transcript(props: TranscriptProps) {
  const { messages, isBusy } = props.chat;
  return (
    <div role="log" aria-live="off" aria-label="Conversation" className="chat-log">
      {messages.map((message, index) => (
        <Message key={message.id} message={message} isWriting={isBusy && index === messages.length - 1} {...props} />
      ))}
      {isBusy && messages.at(-1)?.role === 'user' && <p className="chat-thinking">Thinking…</p>}
    </div>
  );
}

function Message({ message, isWriting, ...props }: TranscriptProps & { message: ChatMessage; isWriting: boolean }) {
  const isUser = message.role === 'user';
  return (
    <article className={isUser ? 'chat-message chat-message-user' : 'chat-message'} aria-busy={isWriting}>
      <h2 className="chat-hidden">{isUser ? 'You' : ASKER}</h2>
      {message.parts.map((part, index) => {
        if (part.type === 'text') {
          // Parts have no ids and only ever grow at the end.
          return (
            <p key={index} className="chat-text" dir="auto">
              {part.text}
            </p>
          );
        }
        return part.type === 'tool-ask_user' && <Question key={part.toolCallId} part={part} {...props} />;
      })}
    </article>
  );
}
