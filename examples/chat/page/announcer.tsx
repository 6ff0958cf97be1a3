import type { UIMessage } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { newestText } from '../shared/steps.js';
import { spoken } from './spoken.js';

interface ReplyAnnouncerProps {
  /** The messages of one agent. */
  messages: readonly UIMessage[];
  isBusy: boolean;
  /** Who replies, where there are several. */
  asker?: string | undefined;
}

/**
 * Reads a finished reply to those who don't see it; a question in it is told by `AskUserAnnouncer`. The region is on the
 * page from the start: one that is inserted together with its text is not read reliably.
 */
export function ReplyAnnouncer({ messages, isBusy, asker }: ReplyAnnouncerProps) {
  const [text, setText] = useState('');
  const hasWritten = useRef(false);
  const last = messages.at(-1);
  const words = !isBusy && last?.role === 'assistant' ? spoken(newestText(last)) : '';
  const reply = words && asker ? `${asker}: ${words}` : words;

  useEffect(() => {
    hasWritten.current ||= isBusy;
    // The end of a reply may arrive after `isBusy` has changed. A conversation that is loaded is not read.
    setText(hasWritten.current ? reply : '');
  }, [isBusy, reply]);

  return (
    <p role="status" aria-live="polite" aria-atomic="true" className="chat-hidden">
      {text}
    </p>
  );
}
