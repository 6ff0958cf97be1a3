import { join } from 'node:path';
import type { LanguageModel } from 'ai';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/server';
import type { AgentId } from '../../shared/agents.js';
import { wroteInstead } from '../../shared/shared-chat.js';
import { explain } from '../explain.js';
import { createAskTool, questionsOf } from './ask-tool.js';
import { createConversation, type Conversation, type SavedConversation, type Unread } from './conversation.js';
import { openFileStore } from './file-store.js';
import { createJsonFile } from './json-file.js';
import { readConversations, withdrawLost } from './restart.js';
import { askAgain, runAgent } from './run-agent.js';

export interface SharedChatsOptions {
  /** Directory for the conversations. It is created if it is missing. */
  directory: string;
  models: Readonly<Record<AgentId, LanguageModel>>;
  onError: (error: unknown) => void;
}

/** The shared conversations of this server, and the agents that run in them. */
export interface SharedChats {
  broker: AskUserBroker;
  /** Returns the conversation with this id, or creates it. */
  open(id: string): Conversation;
  /** Removes a conversation that has no messages and is not open in any window. */
  close(conversation: Conversation): void;
  /**
   * Sends a message to an agent. It supersedes the agent's open questions, unless the sender did not know one of them.
   */
  say(conversation: Conversation, unread: Unread): Promise<void>;
  /** Starts the agent, unless it is running. */
  start(conversation: Conversation, agent: AgentId): void;
  /** Stops every run, and withdraws the open questions. `by` is the name of the window that stops them. */
  stop(conversation: Conversation, by?: string): void;
}

/**
 * Reads the conversations on disk, and resumes the agents that were running. The files are complete at every moment, so
 * the server can be killed and has no shutdown procedure.
 */
export async function openSharedChats({ directory, models, onError }: SharedChatsOptions): Promise<SharedChats> {
  const folder = join(directory, 'conversations');
  const store = await openFileStore(join(directory, 'requests.json'));
  const read = await readConversations(folder);
  const broker = createAskUserBroker({ store, onError });
  await withdrawLost(broker, read);
  const conversations = new Map<string, Conversation>();
  const runs = new Map<string, AbortController>();
  /** Name of the window that stopped a run. */
  const stoppers = new WeakMap<AbortController, string | undefined>();

  function add(saved: SavedConversation): Conversation {
    const conversation = createConversation(saved, createJsonFile(join(folder, `${saved.id}.json`)), onError);
    conversations.set(saved.id, conversation);
    return conversation;
  }

  async function run(conversation: Conversation, agent: AgentId, { signal }: AbortController): Promise<void> {
    const model = models[agent];
    const askTool = createAskTool(broker, model, conversation, agent);
    await askAgain(conversation.thread(agent), askTool, signal);
    do {
      conversation.read(agent);
      await runAgent({ agent, model, conversation, askTool, signal });
    } while (!signal.aborted && conversation.unreadBy(agent).length > 0);
  }

  function start(conversation: Conversation, agent: AgentId): void {
    const key = questionsOf(conversation.id, agent);
    if (runs.has(key)) return;
    const controller = new AbortController();
    runs.set(key, controller);
    conversation.begin(agent);
    run(conversation, agent, controller)
      .then(
        () => undefined,
        (error: unknown) => {
          onError(error);
          return { problem: explain(error) };
        },
      )
      .then((failure) => {
        runs.delete(key);
        conversation.end(agent, controller.signal.aborted ? { stoppedBy: stoppers.get(controller) } : failure);
        // A message arrived while the run was stopping.
        if (conversation.unreadBy(agent).length > 0) start(conversation, agent);
      })
      .catch(onError);
  }

  /** Whether a question is open that the sender did not know. */
  const hasOther = async (questions: string, known: readonly string[] | undefined): Promise<boolean> =>
    known !== undefined && (await broker.pending(questions)).some(({ request }) => !known.includes(request.requestId));

  for (const saved of read) {
    const conversation = add(saved);
    for (const agent of saved.running) start(conversation, agent);
  }

  return {
    broker,
    open: (id) => conversations.get(id) ?? add({ id, messages: [], unread: [], running: [] }),
    close(conversation) {
      if (conversation.isEmpty && conversation.update(0).windows === 0) conversations.delete(conversation.id);
    },
    async say(conversation, unread) {
      if (!(await conversation.leave(unread))) return;
      const { agent, by, skips } = unread;
      const questions = questionsOf(conversation.id, agent);
      const isWaiting = conversation.unreadBy(agent).some(({ id }) => id === unread.id);
      // An agent that has read the message already asked with knowledge of it.
      if (isWaiting && !(await hasOther(questions, skips))) await broker.supersede(questions, wroteInstead(by));
      start(conversation, agent);
    },
    start,
    stop(conversation, by) {
      for (const agent of conversation.running) {
        conversation.read(agent);
        const controller = runs.get(questionsOf(conversation.id, agent));
        if (!controller || controller.signal.aborted) continue;
        stoppers.set(controller, by);
        controller.abort();
      }
    },
  };
}
