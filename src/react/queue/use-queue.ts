import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AskUserClient, ConnectionStatus, SettledRequest } from '../../host/client/types.js';
import { createQueue, type Queue, type QueueState } from './queue.js';
import type { ConnectionIssue } from './queue-parts.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';

/** Ignore disconnects shorter than this, in milliseconds. */
const TROUBLE_MS = 1000;

/** Creates the queue of a client, and calls `onSettled` once for each settled request. */
export function useQueue(
  client: AskUserClient,
  onEnd: ((ended: SettledRequest) => void) | undefined,
): { queue: Queue; state: QueueState } {
  const queue = useMemo(() => createQueue(client), [client]);
  const state = useSyncExternalStore(queue.subscribe, queue.getState, queue.getInitialState);
  const latest = useRef(onEnd);
  useIsomorphicLayoutEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    for (const ended of queue.takeSettled()) latest.current?.(ended);
  }, [queue, state]);
  return { queue, state };
}

/** Returns the connection's problem once it has lasted for `TROUBLE_MS`. */
export function useConnectionIssue(connection: ConnectionStatus): ConnectionIssue | undefined {
  const broken = connection === 'offline' || connection === 'refused';
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!broken) return undefined;
    const timer = setTimeout(() => setLasts(true), TROUBLE_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [broken]);
  return broken && lasts ? connection : undefined;
}

/** Returns whether this client has received a snapshot. */
export function useKnown(client: AskUserClient, connection: ConnectionStatus): boolean {
  const [known, setKnown] = useState<AskUserClient>();
  if (connection === 'online' && known !== client) setKnown(client);
  return connection === 'online' || known === client;
}
