import type { AgentChat } from './use-agent-chat.js';

/** Reports a missing reply, and offers to request it again. The conversation stays either way. */
export function Notice({ chat, onRetry }: { chat: AgentChat; onRetry: () => void }) {
  const { error, isInterrupted, retry } = chat;
  if (!error && !isInterrupted) return null;
  function again(): void {
    // The button unmounts with the notice, so `onRetry` moves focus first.
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

/** `fetch` rejects with a `TypeError` if there is no response at all. */
const explain = (error: Error): string => (error instanceof TypeError ? 'Can’t reach the server.' : error.message);
