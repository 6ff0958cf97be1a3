import type { AgentChat } from './use-agent-chat.js';

/** Says that a reply is missing, and offers to ask for it again. What was said stays either way. */
export function Notice({ chat, onRetry }: { chat: AgentChat; onRetry: () => void }) {
  const { error, isInterrupted, retry } = chat;
  if (!error && !isInterrupted) return null;
  function again(): void {
    // This button goes with the notice.
    onRetry();
    void retry();
  }

  return (
    <div className="chat-notice" role={error ? 'alert' : undefined}>
      <p>{error ? explain(error) : 'The reply was interrupted.'} Your conversation is safe.</p>
      <button type="button" className="chat-button" onClick={again}>
        {error ? 'Try again' : 'Continue'}
      </button>
    </div>
  );
}

/** `fetch` rejects with a `TypeError` when there is no answer at all. */
const explain = (error: Error): string => (error instanceof TypeError ? 'Can’t reach the server.' : error.message);
