import { AskUserReceipt } from 'react-ask-user';
import { en } from 'react-ask-user/messages/en';
import type { AskUserRecord } from 'react-ask-user/core';
import { markdownText } from 'react-ask-user/markdown';
import { FIRST_AGENT } from '../../shared/agents.js';
import { isSharedAsk, wroteInstead, type SharedAskPart, type SharedMessage } from '../../shared/shared-chat.js';
import { AgentName, MessageText, Thinking } from '../message-text.js';
import type { SharedChat } from './use-shared-chat.js';
import { WaitingNotes } from './waiting-notes.js';

/** The default messages address the user who settled the request, who may be in another window. */
const WORDS = {
  settled: {
    ...en.settled,
    answered: '{asker} was answered',
    cancelled: '{asker}’s request was cancelled',
  },
};

interface SharedTranscriptProps {
  chat: SharedChat;
  /** Name of this window. */
  name: string;
  /** Id of the call whose settled card is shown below the conversation, and not in it. */
  shownBelow: string | undefined;
}

/** Renders the conversation, which is the same in every window. It is not a live region; see `ReplyAnnouncer`. */
export function SharedTranscript({ chat, name, shownBelow }: SharedTranscriptProps) {
  const { messages, running, writing } = chat;
  const thinking = messages.at(-1)?.role === 'user' ? writing[0] : undefined;
  return (
    <div role="log" aria-live="off" aria-label="Conversation" className="chat-log">
      {messages.map((message) => (
        <Message key={message.id} message={message} name={name} running={running} shownBelow={shownBelow} />
      ))}
      <WaitingNotes chat={chat} />
      {thinking && <Thinking agent={thinking} />}
    </div>
  );
}

interface MessageProps {
  message: SharedMessage;
  name: string;
  running: SharedChat['running'];
  shownBelow: string | undefined;
}

function Message({ message, name, running, shownBelow }: MessageProps) {
  const { role, metadata, parts } = message;
  const { agent = FIRST_AGENT, by = name } = metadata ?? {};
  const isUser = role === 'user';
  return (
    <article className={isUser ? 'chat-message chat-message-user' : 'chat-message'}>
      {isUser ? <UserName name={by} isOwn={by === name} /> : <AgentName agent={agent} />}
      {parts.map((part, index) => {
        // Parts have no ids, and are only appended.
        if (part.type === 'text') return <MessageText key={index} text={part.text} isUser={isUser} />;
        if (!isSharedAsk(part) || part.toolCallId === shownBelow) return null;
        const record = recordOf(message, part, name);
        return <Asked key={part.toolCallId} part={part} record={record} isRunning={running.includes(agent)} />;
      })}
    </article>
  );
}

/** Renders the name of the window that a message comes from. For this window, it is a hidden "You". */
const UserName = ({ name, isOwn }: { name: string; isOwn: boolean }) => (
  <h2 className={isOwn ? 'chat-hidden' : 'chat-guest'}>{isOwn ? 'You' : name}</h2>
);

/** Returns the record of a question. All windows share the record, so a reason that names this window becomes "You". */
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

/** Renders the receipt of a question, or its state without one. An open question is below the conversation. */
function Asked({ part, record, isRunning }: AskedProps) {
  if (record) {
    return (
      <div className="chat-record">
        <AskUserReceipt record={record} messages={WORDS} renderText={markdownText} />
      </div>
    );
  }
  if (part.state === 'output-error') return <p className="chat-aside">A question could not be shown.</p>;
  if (part.state !== 'input-streaming') return null;
  return <p className="chat-aside">{isRunning ? 'Writing a question…' : 'A question was not finished.'}</p>;
}
