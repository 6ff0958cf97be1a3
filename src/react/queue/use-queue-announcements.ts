import { useEffect, useRef } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import type { AskUserQueueMessages } from '../messages/types.js';
import type { ConnectionIssue } from './queue-parts.js';

interface Told {
  words: AskUserQueueMessages;
  waiting: number;
  trouble: ConnectionIssue | undefined;
}

/** Announces changes of the number of waiting requests and of the connection. */
export function useQueueAnnouncements(
  { controls, status }: Pick<AskUserContextValue, 'controls' | 'status'>,
  { words, waiting, trouble }: Told,
): void {
  const before = useRef<{ waiting: number; trouble?: ConnectionIssue | undefined; count?: string }>({ waiting });

  useEffect(() => {
    const { current: was } = before;
    const more = waiting > was.waiting;
    was.waiting = waiting;
    if (more) controls.announce((was.count = words.moreWaiting(waiting)));
    // The announced count is outdated.
    else if (was.count !== undefined && status.current?.textContent === was.count) controls.silence();
    // New `words` or `controls` do not rerun this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting]);

  useEffect(() => {
    const { current: was } = before;
    if (trouble) controls.announce(words[trouble]);
    else if (was.trouble) controls.announce(words.online);
    was.trouble = trouble;
    // New `controls` do not rerun this either: the next request has the same connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [trouble]);
}
