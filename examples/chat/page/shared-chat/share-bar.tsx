import { useState } from 'react';
import { AGENTS } from '../../shared/agents.js';
import type { SharedChat } from './use-shared-chat.js';

interface ShareBarProps {
  chat: SharedChat;
  name: string;
  isEmpty: boolean;
}

/** Who else is here, how to get somebody here, and a second agent, for two questions at a time. */
export function ShareBar({ chat, name, isEmpty }: ShareBarProps) {
  const { windows, isOnline, isLoading, messages, running } = chat;
  const [isCopied, setIsCopied] = useState(false);
  const hasRelease = messages.some(({ metadata }) => metadata?.agent === 'release') || running.includes('release');
  const others = windows > 1 ? `, and ${windows - 1} other ${windows === 2 ? 'window' : 'windows'}` : '';

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(location.href).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  }

  return (
    <section aria-label="Who is here" className="chat-share">
      <p role="status">
        {isLoading ? '' : isOnline ? `You are ${name}${others}.` : 'Offline. What you type is kept, and sent later.'}
      </p>
      <button type="button" className="chat-button" onClick={() => void copy()}>
        {isCopied ? 'Address copied' : 'Copy address'}
      </button>
      {!isEmpty && !hasRelease && (
        <button type="button" className="chat-button" onClick={() => chat.say('Take care of the releases.', 'release')}>
          Add the {AGENTS.release.toLowerCase()}
        </button>
      )}
    </section>
  );
}
