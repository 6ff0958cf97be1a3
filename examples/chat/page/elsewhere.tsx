import { useRef, useState } from 'react';
import { askForNotifications, useAskUserAttention, type AskUserNotice } from 'react-ask-user/attention';
import { goToQuestion } from './question-link.js';

interface ElsewhereProps {
  /** How many questions wait. */
  waiting: number;
  /** The first of them. */
  first: AskUserNotice | undefined;
  /** The element that has it. */
  elementId: string;
}

/** The browser has notifications, and the user has not decided about them. */
const isUndecided = (): boolean => 'Notification' in window && Notification.permission === 'default';

/** Alerts a user who is elsewhere that questions wait, and offers notifications beside an open question until the user has decided. */
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
