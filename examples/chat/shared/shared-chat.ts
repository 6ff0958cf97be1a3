import type { UIMessage } from 'ai';
import type { AskUserRecord } from 'react-ask-user/core';
import type { AskUserEnding, AskUserOutput } from 'react-ask-user/dialects';
import type { AgentId } from './agents.js';

/** What goes with a message. */
export interface SharedMetadata {
  /** Whose conversation it belongs to: each agent reads its own messages alone. */
  agent: AgentId;
  /** The window it was written in, as the windows are called. */
  by?: string | undefined;
  /** What came of the questions in it, by tool call. */
  records?: Readonly<Record<string, AskUserRecord>>;
}

/** The messages of a shared chat; its agents have the `ask_user` tool. */
export type SharedMessage = UIMessage<
  SharedMetadata,
  never,
  { ask_user: { input: unknown; output: AskUserOutput | AskUserEnding } }
>;

export type SharedPart = SharedMessage['parts'][number];
export type SharedAskPart = Extract<SharedPart, { type: 'tool-ask_user' }>;

export const isSharedAsk = (part: SharedPart): part is SharedAskPart => part.type === 'tool-ask_user';

/** What the person wrote. Its id is made where it is written: sent twice, it is said once. */
export interface Note {
  id: string;
  text: string;
  /** Whom it is for. */
  agent: AgentId;
  /** The open questions that it was written in place of. A later one is not skipped by it. @default every open one */
  skips?: readonly string[] | undefined;
}

/** A random UUID, of which there are too many to guess one: who knows a conversation's may see it and answer. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(text);

/** Why a message ended a question: for the agent, and for every window. */
export const wroteInstead = (by = 'The user'): string => `${by} wrote a message instead.`;

/** A line of `GET transcript`. The first holds the whole conversation, each further one what has changed. */
export interface TranscriptUpdate {
  /** The messages replace those from this position on. */
  from: number;
  messages: readonly SharedMessage[];
  /** What the person wrote and the agent has not read yet. */
  unread: readonly (Note & { by?: string | undefined })[];
  /** The agents that are at work, which includes waiting for an answer. */
  running: readonly AgentId[];
  /** The agents that were at work and were not done: they go on when they are let to. */
  paused: readonly AgentId[];
  /** The window that stopped them. */
  stoppedBy?: string | undefined;
  /** Why an agent's last run failed. */
  problem?: string | undefined;
  /** How many windows show this conversation. */
  windows: number;
}
