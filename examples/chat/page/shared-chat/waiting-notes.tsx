import type { ReactNode } from 'react';
import type { SharedChat } from './use-shared-chat.js';

/**
 * Renders the messages that no agent has read. A message that the server has but not yet confirmed is rendered once.
 */
export function WaitingNotes({ chat }: { chat: SharedChat }) {
  const { messages, unread, outbox, discard } = chat;
  const there = new Set([...messages, ...unread].map(({ id }) => id));
  const unsent = outbox.filter(({ id }) => !there.has(id));
  return (
    <>
      {unread.map(({ id, text }) => (
        <WaitingNote key={id} text={text} state="Not read yet" />
      ))}
      {unsent.map(({ id, text, refusal }) => (
        <WaitingNote key={id} text={text} state={refusal === undefined ? 'Not sent yet' : `Not sent. ${refusal}`}>
          {refusal !== undefined && (
            <button type="button" className="chat-button" onClick={() => discard(id)}>
              Remove
            </button>
          )}
        </WaitingNote>
      ))}
    </>
  );
}

function WaitingNote({ text, state, children }: { text: string; state: string; children?: ReactNode }) {
  return (
    <article className="chat-message chat-message-user" data-waiting="true">
      <h2 className="chat-hidden">You</h2>
      <p className="chat-text" dir="auto">
        {text}
      </p>
      <p className="chat-state">{state}</p>
      {children}
    </article>
  );
}
