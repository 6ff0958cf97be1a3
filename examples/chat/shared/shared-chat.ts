import type { UIMessage } from 'ai';
import type { AskUserRecord } from 'react-ask-user/core';
import type { AnsweredOutput, UnansweredOutput } from 'react-ask-user/core';
import type { AgentId } from './agents.js';

/** Metadata of a message. */
export interface SharedMetadata {
  /** Agent whose thread contains the message. Each agent reads only its own thread. */
  agent: AgentId;
  /** Name of the window that the message was written in. */
  by?: string | undefined;
  /** Records of its questions, by tool call. */
  records?: Readonly<Record<string, AskUserRecord>>;
}

/** Messages of a shared chat. Its agents have the `ask_user` tool. */
export type SharedMessage = UIMessage<
  SharedMetadata,
  never,
  { ask_user: { input: unknown; output: AnsweredOutput | UnansweredOutput } }
>;

export type SharedPart = SharedMessage['parts'][number];
export type SharedAskPart = Extract<SharedPart, { type: 'tool-ask_user' }>;

export const isSharedAsk = (part: SharedPart): part is SharedAskPart => part.type === 'tool-ask_user';

/** A message of the user. The window creates its id, so that a message that is sent twice is stored once. */
export interface Note {
  id: string;
  text: string;
  /** Agent that receives the message. */
  agent: AgentId;
  /**
   * Ids of the open questions that the user skips. If the agent has another open question, none is skipped. By default,
   * all are.
   */
  skips?: readonly string[] | undefined;
}

/**
 * Whether a text is a random UUID, which is impossible to guess. A user with the id of a conversation may read it and answer.
 */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(text);

/** Returns the reason of a question that a message superseded, for the agent and every window. */
export const wroteInstead = (by = 'The user'): string => `${by} wrote a message instead.`;

/** A line of `GET transcript`. The first contains the whole conversation, and later ones contain the changes. */
export interface TranscriptUpdate {
  /** Position from which `messages` replace the previous ones. */
  from: number;
  messages: readonly SharedMessage[];
  /** Messages of users that no agent has read yet. */
  unread: readonly (Note & { by?: string | undefined })[];
  /** The running agents, including those that wait for an answer. */
  running: readonly AgentId[];
  /** The agents that were stopped or failed. They continue when they are started again. */
  paused: readonly AgentId[];
  /** Name of the window that stopped them. */
  stoppedBy?: string | undefined;
  /** Error text of an agent's last run, if it failed. */
  problem?: string | undefined;
  /** Number of windows that show this conversation. */
  windows: number;
}
