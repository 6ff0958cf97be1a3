import { AskUserReceipt, en } from 'react-ask-user';
import type { AskUserRecord } from 'react-ask-user/core';
import { AGENTS } from '../../shared/agents.js';
import { isSharedAsk, wroteInstead, type SharedAskPart, type SharedMessage } from '../../shared/shared-chat.js';
import type { SharedChat } from './use-shared-chat.js';
import { WaitingNotes } from './waiting-notes.js';

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
  /** This window's name. */
  name: string;
  /** The call whose ending is shown below the conversation, and not in it. */
  shownBelow: string | undefined;
}

/** The conversation, the same in every window. No live region; see `ReplyAnnouncer`. */
export function SharedTranscript({ chat, name, shownBelow }: SharedTranscriptProps) {
  const { messages, agents, running, writing } = chat;
  const isThinking = writing.length > 0 && messages.at(-1)?.role === 'user';
  return (
    <div role="log" aria-live="off" aria-label="Conversation" className="chat-log">
      {messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          name={name}
          isNamed={agents.length > 1}
          running={running}
          shownBelow={shownBelow}
        />
      ))}
      <WaitingNotes chat={chat} />
      {isThinking && <p className="chat-thinking">Thinking…</p>}
    </div>
  );
}

interface MessageProps {
  message: SharedMessage;
  name: string;
  /** Several agents are here: each is named. */
  isNamed: boolean;
  running: SharedChat['running'];
  shownBelow: string | undefined;
}

function Message({ message, name, isNamed, running, shownBelow }: MessageProps) {
  const { role, metadata, parts } = message;
  const agent = metadata?.agent ?? 'setup';
  const isUser = role === 'user';
  const { by = name } = metadata ?? {};
  const author = !isUser ? AGENTS[agent] : by === name ? 'You' : by;
  return (
    <article className={isUser ? 'chat-message chat-message-user' : 'chat-message'}>
      <h2 className={author === 'You' || !(isUser || isNamed) ? 'chat-hidden' : 'chat-agent'}>{author}</h2>
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
        const record = recordOf(message, part, name);
        return <Asked key={part.toolCallId} part={part} record={record} isRunning={running.includes(agent)} />;
      })}
    </article>
  );
}

/** What came of a question, as this window reads it: the record is the same for all of them. */
function recordOf({ metadata }: SharedMessage, { toolCallId }: SharedAskPart, name: string): AskUserRecord | undefined {
  const record = metadata?.records?.[toolCallId];
  if (record?.result.status !== 'superseded' || record.result.reason !== wroteInstead(name)) return record;
  return { ...record, result: { ...record.result, reason: wroteInstead('You') } };
}

interface AskedProps {
  part: SharedAskPart;
  record: AskUserRecord | undefined;
  isRunning: boolean;
}

/** What came of a question. While it is open it has its place below the conversation. */
function Asked({ part, record, isRunning }: AskedProps) {
  if (record) return <AskUserReceipt record={record} messages={WORDS} />;
  if (part.state === 'output-error') return <p className="chat-aside">A question could not be shown.</p>;
  if (part.state !== 'input-streaming') return null;
  return <p className="chat-aside">{isRunning ? 'Writing a question…' : 'A question was stopped half-way.'}</p>;
}
