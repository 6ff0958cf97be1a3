import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AskUserClient, ConnectionStatus, SettledRequest } from '../../host/client/types.js';
import { createQueue, type Queue, type QueueState } from './queue.js';
import type { ConnectionIssue } from './queue-parts.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';

/** Ignore disconnects shorter than this, in milliseconds. */
const DISCONNECT_MS = 1000;

export function useQueue(
  client: AskUserClient,
  onSettled: ((request: SettledRequest) => void) | undefined,
): { queue: Queue; state: QueueState } {
  const queue = useMemo(() => createQueue(client), [client]);
  const state = useSyncExternalStore(queue.subscribe, queue.getState, queue.getInitialState);
  const latest = useRef(onSettled);
  useIsomorphicLayoutEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    for (const request of queue.takeSettled()) latest.current?.(request);
  }, [queue, state]);
  return { queue, state };
}

/** Returns the connection issue once it has lasted for `DISCONNECT_MS`. */
export function useConnectionIssue(connection: ConnectionStatus): ConnectionIssue | undefined {
  const isDisconnected = connection === 'offline' || connection === 'unauthorized';
  const [isLasting, setLasts] = useState(false);
  useEffect(() => {
    if (!isDisconnected) return undefined;
    const timer = setTimeout(() => setLasts(true), DISCONNECT_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isDisconnected]);
  return isDisconnected && isLasting ? connection : undefined;
}

/** Returns whether this client has received a snapshot. */
export function useHasSnapshot(client: AskUserClient, connection: ConnectionStatus): boolean {
  const [knownClient, setKnownClient] = useState<AskUserClient>();
  if (connection === 'online' && knownClient !== client) setKnownClient(client);
  return connection === 'online' || knownClient === client;
}
