import { FIRST_AGENT } from '../shared/agents.js';
import type { ChatMessage } from '../shared/chat-message.js';
import { AskedLater, AskedQuestion } from './asked-question.js';
import { AgentName, MessageText, Thinking } from './message-text.js';
import { Unsent } from './unsent.js';
import type { AgentChat } from './use-agent-chat.js';

/**
 * Renders the conversation. It is not a live region, because screen readers would read a streaming reply word by word.
 * See `ReplyAnnouncer`.
 */
export function Transcript({ chat }: { chat: AgentChat }) {
  const { messages, isBusy, unsent, ask } = chat;
  return (
    <div role="log" aria-live="off" aria-label="Conversation" className="chat-log">
      {messages.map((message, index) => (
        <Message key={message.id} message={message} isWriting={isBusy && index === messages.length - 1} chat={chat} />
      ))}
      <Unsent
        texts={unsent}
        hint={ask.openParts.length > 0 ? 'Sent with your next answer' : 'Sent with your next message'}
      />
      {isBusy && messages.at(-1)?.role === 'user' && <Thinking agent={FIRST_AGENT} />}
    </div>
  );
}

interface MessageProps {
  message: ChatMessage;
  chat: AgentChat;
  isWriting: boolean;
}

function Message({ message, chat, isWriting }: MessageProps) {
  const isUser = message.role === 'user';
  return (
    <article className={isUser ? 'chat-message chat-message-user' : 'chat-message'} aria-busy={isWriting}>
      {isUser ? <h2 className="chat-hidden">You</h2> : <AgentName agent={FIRST_AGENT} />}
      {message.parts.map((part, index) => {
        // Parts have no ids, and are only appended.
        if (part.type === 'text') return <MessageText key={index} text={part.text} isUser={isUser} />;
        if (part.type === 'tool-ask_user_later') return <AskedLater key={part.toolCallId} part={part} chat={chat} />;
        return part.type === 'tool-ask_user' && <AskedQuestion key={part.toolCallId} part={part} chat={chat} />;
      })}
    </article>
  );
}
