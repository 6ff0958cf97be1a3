import { AskUserReceipt, type AskUserRecord } from 'react-ask-user';
import { markdownText } from 'react-ask-user/markdown';
import type { AskPart, LaterPart } from '../shared/chat-message.js';
import type { AgentChat } from './use-agent-chat.js';

/**
 * Renders the result of one ask-tool call in the transcript. While the call is open, its question is in the composer's
 * place.
 */
export function AskedQuestion({ part, chat }: { part: AskPart; chat: AgentChat }) {
  const state = chat.ask.getState(part);
  const record = chat.records[part.toolCallId];
  if (state === 'open' || state === 'writing' || chat.isAwaited(part)) return null;
  if (state === 'failed') return <p className="chat-aside">A question could not be shown.</p>;
  if (state === 'unfinished') return <p className="chat-aside">A question was not finished.</p>;
  if (!record) return <p className="chat-aside">A question was asked here.</p>;
  return <Receipt record={record} chat={chat} />;
}

/** Renders the answer to a question that did not stop the agent. Until then, the question is below the conversation. */
export function AskedLater({ part, chat }: { part: LaterPart; chat: AgentChat }) {
  const record = chat.records[part.toolCallId];
  return record && <Receipt record={record} chat={chat} />;
}

const Receipt = ({ record, chat }: { record: AskUserRecord; chat: AgentChat }) => (
  <div className="chat-record">
    <AskUserReceipt record={record} renderText={markdownText} onCorrect={({ text }) => chat.correct(text)} />
  </div>
);
