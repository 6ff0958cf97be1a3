import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AskUserClient, ConnectionStatus, SettledRequest } from '../../host/client/types.js';
import type { DraftStorage } from '../drafts/saved-drafts.js';
import { createQueue, type Queue, type QueueState } from './queue.js';
import type { ConnectionIssue } from './queue-parts.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';

/** Time in milliseconds for which the client must be offline or refused before this is shown. */
const DISCONNECT_MS = 1000;

export function useQueue(
  client: AskUserClient,
  onSettled: ((request: SettledRequest) => void) | undefined,
  storage: DraftStorage | undefined,
): { queue: Queue; state: QueueState } {
  // A new storage object of the host is not a new queue.
  // oxlint-disable-next-line react/exhaustive-deps
  const queue = useMemo(() => createQueue(client, storage), [client]);
  const state = useSyncExternalStore(queue.subscribe, queue.getState, queue.getInitialState);
  const latest = useRef(onSettled);
  useIsomorphicLayoutEffect(() => {
    latest.current = onSettled;
    queue.keepIn(storage);
  });
  useEffect(() => {
    for (const request of queue.takeSettled()) latest.current?.(request);
  }, [queue, state]);
  return { queue, state };
}

const isConnectionIssue = (connection: ConnectionStatus): connection is ConnectionIssue =>
  connection !== 'connecting' && connection !== 'online' && connection !== 'closed';

/** Returns the current connection issue once the client has been offline or refused for `DISCONNECT_MS`. */
export function useConnectionIssue(connection: ConnectionStatus): ConnectionIssue | undefined {
  const isDisconnected = isConnectionIssue(connection);
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

/**
 * Returns whether the client is online, or is the last one that this component saw online. A client is online only
 * after a snapshot.
 */
export function useHasSnapshot(client: AskUserClient, connection: ConnectionStatus): boolean {
  const [knownClient, setKnownClient] = useState<AskUserClient>();
  if (connection === 'online' && knownClient !== client) setKnownClient(client);
  return connection === 'online' || knownClient === client;
}
