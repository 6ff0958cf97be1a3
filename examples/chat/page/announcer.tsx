import type { UIMessage } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { newestText } from '../shared/steps.js';
import { spoken } from './spoken.js';

interface ReplyAnnouncerProps {
  /** Messages of one agent. */
  messages: readonly UIMessage[];
  isBusy: boolean;
  /** Name of the agent that replies. Only set if there are several. */
  asker?: string | undefined;
}

/**
 * Announces a finished reply to screen readers. `AskUserAnnouncer` announces the question in it. The region exists from
 * the start, because screen readers don't reliably announce a region that is inserted together with its text.
 */
export function ReplyAnnouncer({ messages, isBusy, asker }: ReplyAnnouncerProps) {
  const [text, setText] = useState('');
  const hasWritten = useRef(false);
  const last = messages.at(-1);
  const words = !isBusy && last?.role === 'assistant' ? spoken(newestText(last)) : '';
  const reply = words && asker ? `${asker}: ${words}` : words;

  useEffect(() => {
    hasWritten.current ||= isBusy;
    // The end of a reply may arrive after `isBusy` has changed. A restored conversation is not announced.
    setText(hasWritten.current ? reply : '');
  }, [isBusy, reply]);

  return (
    <p role="status" aria-live="polite" aria-atomic="true" className="chat-hidden">
      {text}
    </p>
  );
}
