import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAskUserClient } from 'react-ask-user';
import type { AskUserNotice } from 'react-ask-user/attention';
import { createAskUserClient, type AskUserClient, type EndedRequest } from 'react-ask-user/host';
import { AGENT_IDS, FIRST_AGENT, type AgentId } from '../../shared/agents.js';
import { createConnection, type Connection, type ConnectionState } from './connection.js';

type Actions = Pick<Connection, 'invite' | 'discard' | 'run' | 'stop'>;

export interface SharedChat extends ConnectionState, Actions {
  /** Sends a message, in place of the answers to the questions that are open in this window. */
  say(text: string): void;
  /** The questions' own connection. */
  client: AskUserClient;
  /** The agents that anything was said to. */
  agents: readonly AgentId[];
  /** How many questions wait for an answer. */
  openQuestions: number;
  /** How many of them have an agent that waits, and the first one. */
  waiting: number;
  first: AskUserNotice | undefined;
  /** What has ended and was not closed yet. */
  endings: readonly EndedRequest[];
  /** A message would skip a question. */
  hasQuestion: boolean;
  /** The agent whose question is shown. */
  asking: string | undefined;
  /** The agents that think or write, and do not wait for the person. */
  writing: readonly AgentId[];
}

/** A shared conversation in this window: what was said comes on one connection, the questions on another. */
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
  const { requests, endings } = useAskUserClient(client);
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
    endings,
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
