import { join } from 'node:path';
import type { LanguageModel } from 'ai';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/host';
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
  /** Where conversations are kept. It is made where it is missing. */
  directory: string;
  models: Readonly<Record<AgentId, LanguageModel>>;
  onError: (error: unknown) => void;
}

/** Every shared conversation of this server, and the agents at work in them. */
export interface SharedChats {
  broker: AskUserBroker;
  /** The conversation of this id; a new one where there is none. */
  open(id: string): Conversation;
  /** Forgets a conversation that nobody has written in and nobody looks at. */
  close(conversation: Conversation): void;
  /** A message for an agent. It takes the place of the answers that this agent waits for, unless its user did not know of them. */
  say(conversation: Conversation, unread: Unread): Promise<void>;
  /** Sets the agent to work, where it isn't. */
  start(conversation: Conversation, agent: AgentId): void;
  /** Ends every run; open questions are withdrawn. `by` is the window that asked for it. */
  stop(conversation: Conversation, by?: string): void;
}

/**
 * Reads what is on disk, and sets the agents that were at work to work again. There is no orderly way to shut down: what is on
 * disk is whole at every moment, so that being killed is the one way to end.
 */
export async function openSharedChats({ directory, models, onError }: SharedChatsOptions): Promise<SharedChats> {
  const folder = join(directory, 'conversations');
  const store = await openFileStore(join(directory, 'requests.json'));
  const read = await readConversations(folder);
  await withdrawLost(store, read);
  const broker = createAskUserBroker({ store, onError });
  const conversations = new Map<string, Conversation>();
  const runs = new Map<string, AbortController>();
  /** Which window stopped a run. */
  const stoppers = new WeakMap<AbortController, string | undefined>();

  function add(saved: SavedConversation): Conversation {
    const conversation = createConversation(saved, createJsonFile(join(folder, `${saved.id}.json`)), onError);
    conversations.set(saved.id, conversation);
    return conversation;
  }

  async function run(conversation: Conversation, agent: AgentId, { signal }: AbortController): Promise<void> {
    const askTool = createAskTool(broker, conversation, agent);
    const model = models[agent];
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
        // Written while the run was being stopped.
        if (conversation.unreadBy(agent).length > 0) start(conversation, agent);
      })
      .catch(onError);
  }

  /** Whether a question is open that the user did not know of. */
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
      // An agent that has read it already has asked with it in mind.
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
