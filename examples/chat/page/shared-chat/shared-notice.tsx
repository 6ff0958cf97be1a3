import { namesOf } from '../../shared/agents.js';
import type { SharedChat } from './use-shared-chat.js';

interface SharedNoticeProps {
  chat: SharedChat;
  /** Name of this window. */
  name: string;
  onRetry: () => void;
  onNewChat: () => void;
}

/** Explains why there is no reply, and offers to continue. The conversation stays either way. */
export function SharedNotice({ chat, name, onRetry, onNewChat }: SharedNoticeProps) {
  const { problem, paused, stoppedBy, isOnline, isGone } = chat;
  if (isGone) {
    return (
      <div className="chat-notice" role="alert">
        <p>This conversation is no longer on the server. What you see here can still be copied.</p>
        <button type="button" className="chat-button" onClick={onNewChat}>
          New chat
        </button>
      </div>
    );
  }
  if (!isOnline || (!problem && paused.length === 0)) return null;
  const who = stoppedBy === name ? 'You' : (stoppedBy ?? 'Someone');
  function again(): void {
    // The button unmounts with the notice, so `onRetry` moves focus first.
    onRetry();
    chat.run(paused);
  }

  return (
    <div className="chat-notice" role={problem ? 'alert' : undefined}>
      <p>{problem ?? `${who} stopped ${namesOf(paused)}.`} Your conversation is safe.</p>
      {paused.length > 0 && (
        <button type="button" className="chat-button" onClick={again}>
          {problem ? 'Try again' : 'Continue'}
        </button>
      )}
    </div>
  );
}
