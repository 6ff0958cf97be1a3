'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { AskUserClient, AskUserClientState } from '../../host/client/types.js';

/** State of a client, and the methods to act on it. */
export interface UseAskUserClientReturn
  extends AskUserClientState, Pick<AskUserClient, 'answer' | 'cancel' | 'decline' | 'dismiss' | 'reconnect'> {}

/**
 * Subscribes to the state of a client: its pending requests, its settled requests and the connection. The client is
 * connected while it has subscribers. On a server, returns the client's initial state.
 *
 * @example
 * const { requests, connection, answer } = useAskUserClient(client);
 */
export function useAskUserClient(client: AskUserClient): UseAskUserClientReturn {
  const { subscribe, getState, getInitialState, ...methods } = useMemo(
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
  return { ...useSyncExternalStore(subscribe, getState, getInitialState), ...methods };
}
