import type { UIMessage } from 'ai';
import type { AskUserRecord } from 'react-ask-user/core';
import type { AskUserEnding, AskUserOutput } from 'react-ask-user/dialects';
import type { AgentId } from './agents.js';

/** What goes with a message. */
export interface SharedMetadata {
  /** Whose conversation it belongs to: each agent reads its own messages alone. */
  agent: AgentId;
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
}

/** A line of `GET transcript`. The first holds the whole conversation, each further one what has changed. */
export interface TranscriptUpdate {
  /** The messages replace those from this position on. */
  from: number;
  messages: readonly SharedMessage[];
  /** What the person wrote and the agent has not read yet. */
  unread: readonly Note[];
  /** The agents that are at work, which includes waiting for an answer. */
  running: readonly AgentId[];
  /** Why an agent's last run ended early. */
  problem?: string | undefined;
  /** How many windows show this conversation. */
  windows: number;
}
