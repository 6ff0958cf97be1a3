import type { SharedChat } from './use-shared-chat.js';

/** Says why there is no reply, and offers to go on. What was said stays either way. */
export function SharedNotice({ chat, onRetry }: { chat: SharedChat; onRetry: () => void }) {
  const { problem, messages, running, unread, outbox, isOnline } = chat;
  const last = messages.findLast(({ metadata }) => metadata?.agent === 'setup');
  const wasStopped = last?.role === 'user' || last?.parts.at(-1)?.type.startsWith('tool-');
  const isIdle = isOnline && running.length + unread.length + outbox.length === 0;
  if (!isIdle || (!problem && !wasStopped)) return null;
  function again(): void {
    // This button goes with the notice.
    onRetry();
    chat.run('setup');
  }

  return (
    <div className="chat-notice" role={problem ? 'alert' : undefined}>
      <p>{problem ? `${problem} Nothing is lost.` : 'The assistant was stopped. Nothing is lost.'}</p>
      <button type="button" className="chat-button" onClick={again}>
        {problem ? 'Try again' : 'Continue'}
      </button>
    </div>
  );
}
