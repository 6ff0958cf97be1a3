import type { UIMessage } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { newestText } from '../shared/steps.js';

/**
 * Reads a finished reply to those who don't see it; a question in it is told by `AskUserAnnouncer`. The region is on the
 * page from the start: one that is inserted together with its text is not read reliably.
 */
export function ReplyAnnouncer({ messages, isBusy }: { messages: readonly UIMessage[]; isBusy: boolean }) {
  const [text, setText] = useState('');
  const wasBusy = useRef(false);
  const last = messages.at(-1);
  const reply = !isBusy && last?.role === 'assistant' ? newestText(last) : '';

  useEffect(() => {
    const heard = wasBusy.current ? reply : '';
    wasBusy.current = isBusy;
    setText(isBusy ? '' : heard);
  }, [isBusy, reply]);

  return (
    <p role="status" aria-live="polite" aria-atomic="true" className="chat-hidden">
      {text}
    </p>
  );
}
