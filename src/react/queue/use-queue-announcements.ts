import { useEffect, useRef } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import type { AskUserQueueMessages } from '../../messages/lazy-types.js';
import type { ConnectionIssue } from './queue-parts.js';

interface AnnouncedState {
  queueMessages: AskUserQueueMessages;
  waiting: number;
  connectionIssue: ConnectionIssue | undefined;
}

export function useQueueAnnouncements(
  { engine, store, messages }: Pick<AskUserContextValue, 'engine' | 'store' | 'messages'>,
  { queueMessages, waiting, connectionIssue }: AnnouncedState,
): void {
  const before = useRef<{
    waiting: number;
    connectionIssue?: ConnectionIssue | undefined;
    /** The announcement of the count. Removed from the page once another one takes its place. */
    count?: Element | null | undefined;
  }>({ waiting });

  useEffect(() => {
    const { current: previous } = before;
    const more = waiting > previous.waiting;
    previous.waiting = waiting;
    if (more) {
      engine.announce(queueMessages.moreWaiting(waiting));
      previous.count = engine.status.current?.firstElementChild;
    } else if (previous.count?.isConnected) {
      // The announced count is outdated.
      engine.silence();
    }
    // Only a new number reruns this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting]);

  useEffect(() => {
    const { current: previous } = before;
    if (connectionIssue) engine.announce(`${queueMessages[connectionIssue]} ${queueMessages.kept}`);
    else if (previous.connectionIssue) {
      const { error } = store.getState();
      // Nothing is sent again without the user, who may have changed their mind since.
      engine.announce([queueMessages.online, ...(error ? [messages.failed(error.result.status)] : [])].join(' '));
    }
    previous.connectionIssue = connectionIssue;
    // New `queueMessages` and `engine` do not rerun this: the next request has the same connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [connectionIssue]);
}
