import type { AskUserRecord } from 'react-ask-user/core';
import { FIRST_AGENT, type AgentId } from '../../shared/agents.js';
import {
  isSharedAsk,
  type Note,
  type SharedAskPart,
  type SharedMessage,
  type TranscriptUpdate,
} from '../../shared/shared-chat.js';
import type { JsonFile } from './json-file.js';

/** A message that an agent has not read yet. */
export interface Unread extends Note {
  by?: string | undefined;
}

/** The stored form of a conversation. */
export interface SavedConversation {
  id: string;
  messages: readonly SharedMessage[];
  unread: readonly Unread[];
  /** The running agents. They continue after a restart. */
  running: readonly AgentId[];
  /** The agents that were stopped or failed. Files of older versions don't contain this field. */
  paused?: readonly AgentId[];
  stoppedBy?: string | undefined;
  problem?: string | undefined;
}

/** Result of one call of the ask tool. */
export interface Outcome {
  output: NonNullable<SharedAskPart['output']>;
  record: AskUserRecord | undefined;
}

/** Reason for a run's end before the agent was done. */
export type RunEnding = { stoppedBy: string | undefined } | { problem: string };

/** A shared conversation: its messages, its running agents, and its subscribers. */
export interface Conversation {
  readonly id: string;
  readonly running: readonly AgentId[];
  readonly isEmpty: boolean;
  /** Returns the messages of one agent, for its prompt. */
  thread(agent: AgentId): SharedMessage[];
  /** Adds a message, or replaces the one with its id. */
  put(agent: AgentId, message: SharedMessage): void;
  /** Stores the result of a call. A later `put` does not overwrite it. */
  settle(toolCallId: string, outcome: Outcome): void;
  /** Stores a message until the agent reads it. Returns `false` if its id is known already. */
  leave(unread: Unread): Promise<boolean>;
  unreadBy(agent: AgentId): readonly Unread[];
  /** Moves the agent's unread messages into the conversation. Returns whether there were any. */
  read(agent: AgentId): boolean;
  begin(agent: AgentId): void;
  end(agent: AgentId, ending?: RunEnding): void;
  /** Returns what has changed from a message's position on. */
  update(from: number): TranscriptUpdate;
  /** Calls the listener with the position of the first changed message. Returns an unsubscribe function. */
  subscribe(listener: (from: number) => void): () => void;
}

/** Returns a message's progress: the type and state of each part. Only a change of it is saved, not every word. */
const progress = ({ parts }: SharedMessage): string =>
  parts.map((part) => `${part.type}:${'state' in part ? part.state : ''}`).join();

export function createConversation(
  saved: SavedConversation,
  file: JsonFile,
  onError: (error: unknown) => void,
): Conversation {
  const { id } = saved;
  const outcomes = new Map<string, Outcome>();
  const listeners = new Set<(from: number) => void>();
  let { problem, stoppedBy } = saved;
  let paused = saved.paused ?? [];
  let messages = [...saved.messages];
  let unread = [...saved.unread];
  let running = [...saved.running];

  const save = () =>
    file.save((): SavedConversation => ({ id, messages, unread, running, paused, stoppedBy, problem }));
  const saveSoon = () => void save().catch(onError);

  function tell(from = messages.length): void {
    for (const listener of listeners) listener(from);
  }

  function withOutcomes(message: SharedMessage): SharedMessage {
    const records: Record<string, AskUserRecord> = { ...message.metadata?.records };
    const parts = message.parts.map((part) => {
      const outcome = isSharedAsk(part) ? outcomes.get(part.toolCallId) : undefined;
      if (!outcome || !isSharedAsk(part)) return part;
      const { output, record } = outcome;
      if (record) records[part.toolCallId] = record;
      const { type, toolCallId, input } = part;
      return part.state === 'input-available'
        ? { type, toolCallId, input, state: 'output-available' as const, output }
        : part;
    });
    return { ...message, parts, metadata: { agent: FIRST_AGENT, ...message.metadata, records } };
  }

  function replace(index: number, message: SharedMessage): void {
    const before = messages[index];
    messages = messages.with(index, withOutcomes(message));
    if (before && progress(before) !== progress(messages[index] ?? before)) saveSoon();
    tell(index);
  }

  function add(message: SharedMessage): void {
    messages = [...messages, withOutcomes(message)];
    saveSoon();
    tell(messages.length - 1);
  }

  return {
    id,
    get running() {
      return running;
    },
    get isEmpty() {
      return messages.length === 0 && unread.length === 0;
    },
    thread: (agent) => messages.filter(({ metadata }) => metadata?.agent === agent),
    put(agent, message) {
      const index = messages.findIndex((one) => one.id === message.id);
      const records = messages[index]?.metadata?.records;
      const whole = { ...message, metadata: { agent, ...(records && { records }) } };
      if (index < 0) add(whole);
      else replace(index, whole);
    },
    settle(toolCallId, outcome) {
      outcomes.set(toolCallId, outcome);
      const asked = (message: SharedMessage) =>
        message.parts.some((part) => isSharedAsk(part) && part.toolCallId === toolCallId);
      const index = messages.findIndex(asked);
      const message = messages[index];
      if (message) replace(index, message);
    },
    async leave(message) {
      if ([...unread, ...messages].some((one) => one.id === message.id)) return false;
      unread = [...unread, message];
      problem = undefined;
      tell();
      await save();
      return true;
    },
    unreadBy: (agent) => unread.filter((one) => one.agent === agent),
    read(agent) {
      const here = unread.filter((one) => one.agent === agent);
      unread = unread.filter((one) => one.agent !== agent);
      for (const { id: noteId, text, by } of here) {
        add({ id: noteId, role: 'user', metadata: { agent, by }, parts: [{ type: 'text', text }] });
      }
      return here.length > 0;
    },
    begin(agent) {
      running = [...running.filter((one) => one !== agent), agent];
      paused = paused.filter((one) => one !== agent);
      problem = undefined;
      saveSoon();
      tell();
    },
    end(agent, ending) {
      running = running.filter((one) => one !== agent);
      if (ending) paused = [...paused, agent];
      if (ending && 'problem' in ending) problem = ending.problem;
      else if (ending) stoppedBy = ending.stoppedBy;
      saveSoon();
      tell();
    },
    update(from) {
      const start = Math.min(from, messages.length);
      return {
        from: start,
        messages: messages.slice(start),
        unread,
        running,
        paused,
        stoppedBy,
        problem,
        windows: listeners.size,
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      tell();
      return () => {
        listeners.delete(listener);
        tell();
      };
    },
  };
}
