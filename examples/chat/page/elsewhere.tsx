import { useRef, useState } from 'react';
import { askForNotifications, useAskUserAttention, type AskUserNotice } from 'react-ask-user/attention';
import { goToQuestion } from './question-link.js';

interface ElsewhereProps {
  /** Number of questions that wait for an answer. */
  waiting: number;
  /** The first of these questions. */
  first: AskUserNotice | undefined;
  /** Id of the element that contains it. */
  elementId: string;
}

/** Whether the browser supports notifications and the user has neither allowed nor blocked them. */
const isUndecided = (): boolean => 'Notification' in window && Notification.permission === 'default';

/**
 * Alerts a user in another tab or app to waiting questions. Offers notifications next to an open question until the
 * user has decided.
 */
export function Elsewhere({ waiting, first, elementId }: ElsewhereProps) {
  const [isOffered, setIsOffered] = useState(isUndecided);
  const button = useRef<HTMLButtonElement>(null);
  useAskUserAttention({ waiting, notify: first, onNotificationClick: () => goToQuestion(elementId) });

  async function ask(): Promise<void> {
    if ((await askForNotifications()) === 'default') return;
    if (button.current === document.activeElement) goToQuestion(elementId);
    setIsOffered(false);
  }

  if (!isOffered || waiting === 0) return null;
  return (
    <p className="chat-elsewhere">
      <button ref={button} type="button" className="chat-button" onClick={() => void ask()}>
        Notify me when I’m away
      </button>
    </p>
  );
}
