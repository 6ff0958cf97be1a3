import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAskUserClient } from 'react-ask-user';
import { createAskUserClient, type AskUserClient, type EndedRequest } from 'react-ask-user/host';
import type { AgentId } from '../../shared/agents.js';
import { createConnection, type ConnectionState } from './connection.js';

export interface SharedChat extends ConnectionState {
  /** The questions' own connection. */
  client: AskUserClient;
  /** How many questions wait for an answer. */
  openQuestions: number;
  /** What has ended and was not closed yet. */
  endings: readonly EndedRequest[];
  /** A message would take the place of an answer. */
  hasQuestion: boolean;
  /** An agent is thinking or writing, and not waiting for the person. */
  isWriting: boolean;
  say: (text: string, agent?: AgentId) => void;
  run: (agent: AgentId) => void;
  stop: () => void;
}

/** A shared conversation in this window: what was said comes on one connection, the questions on another. */
export function useSharedChat(id: string, name: string): SharedChat {
  const [{ client, connection }] = useState(() => {
    const headers = { authorization: `Bearer ${id}`, 'x-window': encodeURIComponent(name) };
    return {
      client: createAskUserClient({ url: '/api/shared/questions', headers }),
      connection: createConnection(headers),
    };
  });
  useEffect(() => connection.connect(), [connection]);
  const state = useSyncExternalStore(connection.subscribe, connection.getState);
  const { requests, endings } = useAskUserClient(client);
  const { say, run, stop } = connection;
  const openQuestions = requests.length;
  const isWriting = state.running.length > openQuestions;
  const hasQuestion = requests.some(({ agent }) => agent?.id === 'setup');
  return { ...state, client, endings, openQuestions, hasQuestion, isWriting, say, run, stop };
}
