'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { AskUserClient, AskUserClientState } from '../../host/client/types.js';

/** What a host's questions stand at, and what can be done about them. */
export interface UseAskUserClientReturn
  extends AskUserClientState, Pick<AskUserClient, 'answer' | 'cancel' | 'decline' | 'dismiss' | 'reconnect'> {}

/**
 * A host's pending questions as React sees them: what is pending, what has ended, and how the connection is. Connected
 * while anything that uses it is mounted; on a server it gives what the client starts with.
 *
 * @example
 * const { requests, connection, answer } = useAskUserClient(client);
 */
export function useAskUserClient(client: AskUserClient): UseAskUserClientReturn {
  const { subscribe, getState, getInitialState, ...acts } = useMemo(
    () => ({
      subscribe: (listener: () => void) => client.subscribe(listener),
      getState: () => client.getState(),
      getInitialState: () => client.getInitialState(),
      answer: (...args: Parameters<AskUserClient['answer']>) => client.answer(...args),
      cancel: (...args: Parameters<AskUserClient['cancel']>) => client.cancel(...args),
      decline: (...args: Parameters<AskUserClient['decline']>) => client.decline(...args),
      dismiss: (requestId: string) => client.dismiss(requestId),
      reconnect: () => client.reconnect(),
    }),
    [client],
  );
  return { ...useSyncExternalStore(subscribe, getState, getInitialState), ...acts };
}
