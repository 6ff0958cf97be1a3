import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { AGENTS } from '../../shared/agents.js';
import type { SharedChat } from './use-shared-chat.js';

interface ShareBarProps {
  chat: SharedChat;
  name: string;
  isEmpty: boolean;
  /** Receives focus from a button that unmounts. */
  composer: RefObject<HTMLElement | null>;
}

const OFFLINE = 'Offline. Your messages are kept and sent later.';

/** Renders who else is here, a button that copies the address, and a button that adds the second agent. */
export function ShareBar({ chat, name, isEmpty, composer }: ShareBarProps) {
  const { windows, isOnline, isLoading, isGone, agents, openQuestions } = chat;
  const [isCopied, setIsCopied] = useState(false);
  const others = windows > 1 ? ` ${windows - 1} other ${windows === 2 ? 'window is' : 'windows are'} open.` : '';
  const isOffline = !isOnline && !isLoading;

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(location.href).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  }

  return (
    <section aria-label="Who is here" className="chat-share">
      <p>{isLoading ? '' : isOffline ? OFFLINE : `You’re ${name}.${others}`}</p>
      {/* Windows that open and close are not announced. An open question announces that it is offline. */}
      <p role="status" className="chat-hidden">
        {isOffline && openQuestions === 0 ? OFFLINE : ''}
      </p>
      <button type="button" className="chat-button" onClick={() => void copy()}>
        {isCopied ? 'Address copied' : 'Copy address'}
      </button>
      {!isEmpty && !isGone && !agents.includes('release') && <AddRelease chat={chat} composer={composer} />}
    </section>
  );
}

function AddRelease({ chat, composer }: Pick<ShareBarProps, 'chat' | 'composer'>) {
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const element = button.current;
    const next = composer.current;
    // The button unmounts once the agent is here, even if another window added it.
    return () => {
      if (element === document.activeElement) next?.focus();
    };
  }, [composer]);

  return (
    <button
      ref={button}
      type="button"
      className="chat-button"
      onClick={() => chat.invite('release', 'Take care of the releases.')}
    >
      Add {AGENTS.release}
    </button>
  );
}
