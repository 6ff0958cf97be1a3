import { AskUserReceipt, en } from 'react-ask-user';
import { AGENTS } from '../../shared/agents.js';
import { isSharedAsk, type SharedAskPart, type SharedMessage } from '../../shared/shared-chat.js';
import type { SharedChat } from './use-shared-chat.js';

/** The dialog's own words are said to whoever ended it, which may have been another window. */
const WORDS = {
  settled: {
    ...en.settled,
    answered: '{asker} was answered',
    cancelled: 'The questions of {asker} were cancelled',
  },
};

interface SharedTranscriptProps {
  chat: SharedChat;
  /** The call whose ending is shown below the conversation, and not in it. */
  shownBelow: string | undefined;
}

/** The conversation, the same in every window. No live region; see `ReplyAnnouncer`. */
export function SharedTranscript({ chat, shownBelow }: SharedTranscriptProps) {
  const { messages, unread, outbox, running, openQuestions } = chat;
  const agents = new Set(messages.map(({ metadata }) => metadata?.agent));
  const waiting = [...unread, ...outbox.filter(({ id }) => !messages.some((one) => one.id === id))];
  const isThinking = running.length > openQuestions && messages.at(-1)?.role === 'user';
  return (
    <div role="log" aria-live="off" aria-label="Conversation" className="chat-log">
      {messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          isNamed={agents.size > 1}
          running={running}
          shownBelow={shownBelow}
        />
      ))}
      {waiting.map(({ id, text }) => (
        <article key={id} className="chat-message chat-message-user" data-waiting="true">
          <h2 className="chat-hidden">You, not read yet</h2>
          <p className="chat-text" dir="auto">
            {text}
          </p>
        </article>
      ))}
      {isThinking && <p className="chat-thinking">Thinking…</p>}
    </div>
  );
}

interface MessageProps {
  message: SharedMessage;
  /** Several agents are here: each is named. */
  isNamed: boolean;
  running: SharedChat['running'];
  shownBelow: string | undefined;
}

function Message({ message, isNamed, running, shownBelow }: MessageProps) {
  const { role, metadata, parts } = message;
  const agent = metadata?.agent ?? 'setup';
  const isUser = role === 'user';
  return (
    <article className={isUser ? 'chat-message chat-message-user' : 'chat-message'}>
      <h2 className={isUser || !isNamed ? 'chat-hidden' : 'chat-agent'}>{isUser ? 'You' : AGENTS[agent]}</h2>
      {parts.map((part, index) => {
        if (part.type === 'text') {
          // Parts have no ids and only ever grow at the end.
          return (
            <p key={index} className="chat-text" dir="auto">
              {part.text}
            </p>
          );
        }
        if (!isSharedAsk(part) || part.toolCallId === shownBelow) return null;
        return <Asked key={part.toolCallId} part={part} message={message} isRunning={running.includes(agent)} />;
      })}
    </article>
  );
}

/** What came of a question. While it is open it has its place below the conversation. */
function Asked({ part, message, isRunning }: { part: SharedAskPart; message: SharedMessage; isRunning: boolean }) {
  const record = message.metadata?.records?.[part.toolCallId];
  if (record) return <AskUserReceipt record={record} messages={WORDS} />;
  if (part.state === 'output-error') return <p className="chat-aside">A question could not be shown.</p>;
  if (part.state !== 'input-streaming') return null;
  return <p className="chat-aside">{isRunning ? 'Writing a question…' : 'A question was not finished.'}</p>;
}
