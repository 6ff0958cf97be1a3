import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAskUserClient } from 'react-ask-user';
import type { AskUserNotice } from 'react-ask-user/attention';
import { createAskUserClient, type AskUserClient, type SettledRequest } from 'react-ask-user/client';
import { AGENT_IDS, FIRST_AGENT, type AgentId } from '../../shared/agents.js';
import { createConnection, type Connection, type ConnectionState } from './connection.js';

type Actions = Pick<Connection, 'invite' | 'discard' | 'run' | 'stop'>;

export interface SharedChat extends ConnectionState, Actions {
  /** Sends a message that supersedes the questions that are open in this window. */
  say(text: string): void;
  /** The connection for the questions. */
  client: AskUserClient;
  /** The agents that have received a message. */
  agents: readonly AgentId[];
  /** Number of pending questions. */
  openQuestions: number;
  /** Number of pending questions whose agent still waits. `first` is the first of them. */
  waiting: number;
  first: AskUserNotice | undefined;
  /** Settled questions that the user has not closed. */
  endings: readonly SettledRequest[];
  /** Whether a message would skip a question. */
  hasQuestion: boolean;
  /** Id of the agent whose question is shown. */
  asking: string | undefined;
  /** The agents that think or write, and don't wait for an answer. */
  writing: readonly AgentId[];
}

/** Connects this window to a shared conversation. The transcript and the questions have separate connections. */
export function useSharedChat(id: string, name: string): SharedChat {
  const [{ client, connection }] = useState(() => {
    const headers = { authorization: `Bearer ${id}`, 'x-window': encodeURIComponent(name) };
    return {
      client: createAskUserClient({ url: '/api/shared/questions', headers }),
      connection: createConnection(id, headers),
    };
  });
  useEffect(() => connection.connect(), [connection]);
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const { requests, settled } = useAskUserClient(client);
  const { invite, discard, run, stop } = connection;
  const { messages, unread, outbox, running } = state;
  const spokenTo = new Set([
    ...messages.map(({ metadata }) => metadata?.agent),
    ...[...unread, ...outbox].map(({ agent }) => agent),
    ...running,
  ]);
  const waiting = requests.filter(({ state: now }) => now === 'awaiting_user_response');
  const first = waiting[0]?.request;
  const waitingFor = new Set(requests.map(({ agent }) => agent?.id));
  return {
    ...state,
    client,
    endings: settled,
    agents: AGENT_IDS.filter((agent) => agent === FIRST_AGENT || spokenTo.has(agent)),
    openQuestions: requests.length,
    waiting: waiting.length,
    first: first && { id: first.requestId, asker: first.asker },
    hasQuestion: waitingFor.has(FIRST_AGENT),
    asking: requests[0]?.agent?.id,
    writing: running.filter((agent) => !waitingFor.has(agent)),
    say: (text) =>
      connection.say(
        text,
        requests.map(({ request }) => request.requestId),
      ),
    invite,
    discard,
    run,
    stop,
  };
}
