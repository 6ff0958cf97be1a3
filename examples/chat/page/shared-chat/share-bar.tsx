import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { AGENTS } from '../../shared/agents.js';
import type { SharedChat } from './use-shared-chat.js';

interface ShareBarProps {
  chat: SharedChat;
  name: string;
  isEmpty: boolean;
  /** Gets the focus after a button that had it. */
  composer: RefObject<HTMLElement | null>;
}

const OFFLINE = 'Offline. Your messages are kept and sent later.';

/** Who else is here, how to get somebody here, and a second agent, for two questions at a time. */
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
      {/* Who comes and goes is not news; and an open question says itself that it is offline. */}
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
    // It goes once the agent is here, whichever window brought it in.
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
