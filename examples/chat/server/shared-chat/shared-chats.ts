import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguageModel } from 'ai';
import { createAskUserBroker, type AskUserBroker, type RequestStore } from 'react-ask-user/host';
import type { AgentId } from '../../shared/agents.js';
import { isSharedAsk, type SharedMessage } from '../../shared/shared-chat.js';
import { withoutBrokenStep } from '../../shared/steps.js';
import { explain } from '../explain.js';
import { createAskTool, SUPERSEDED } from './ask-tool.js';
import { createConversation, type Conversation, type SavedConversation, type Unread } from './conversation.js';
import { openFileStore } from './file-store.js';
import { createJsonFile, readJson } from './json-file.js';
import { runAgent } from './run-agent.js';

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
  /** A message for an agent. It takes the place of every answer that is waited for. */
  say(conversation: Conversation, unread: Unread): Promise<void>;
  /** Sets the agent to work, where it isn't. */
  start(conversation: Conversation, agent: AgentId): void;
  /** Ends every run; open questions are withdrawn. */
  stop(conversation: Conversation): void;
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
  const keyOf = ({ id }: Conversation, agent: AgentId) => `${id}/${agent}`;

  function add(saved: SavedConversation): Conversation {
    const conversation = createConversation(saved, createJsonFile(join(folder, `${saved.id}.json`)), onError);
    conversations.set(saved.id, conversation);
    return conversation;
  }

  async function run(conversation: Conversation, agent: AgentId, { signal }: AbortController): Promise<void> {
    const askTool = createAskTool(broker, conversation, agent);
    const model = models[agent];
    do {
      conversation.read(agent);
      await runAgent({ agent, model, conversation, askTool, signal });
    } while (!signal.aborted && conversation.hasUnread(agent));
  }

  function start(conversation: Conversation, agent: AgentId): void {
    const key = keyOf(conversation, agent);
    if (runs.has(key)) return;
    const controller = new AbortController();
    runs.set(key, controller);
    conversation.begin(agent);
    run(conversation, agent, controller)
      .then(
        () => undefined,
        (error: unknown) => {
          onError(error);
          return explain(error);
        },
      )
      .then((problem) => {
        runs.delete(key);
        conversation.end(agent, problem);
        // Written while the run was being stopped.
        if (conversation.hasUnread(agent)) start(conversation, agent);
      })
      .catch(onError);
  }

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
      // Of an agent that is not at work no answer is waited for; another's question stays.
      if (conversation.running.includes(unread.agent)) await broker.supersede(conversation.id, SUPERSEDED);
      start(conversation, unread.agent);
    },
    start,
    stop(conversation) {
      for (const agent of conversation.running) {
        conversation.read(agent);
        runs.get(keyOf(conversation, agent))?.abort();
      }
    },
  };
}

async function readConversations(folder: string): Promise<readonly SavedConversation[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const read = await Promise.all(files.map((name) => readJson(join(folder, name))));
  return read.filter(isSaved).map(wholeSteps);
}

/** Questions whose calls did not make it to the disk: their agents ask anew, under another id. */
async function withdrawLost(store: RequestStore, conversations: readonly SavedConversation[]): Promise<void> {
  const messages = conversations.flatMap((one) => one.messages);
  const calls = messages.flatMap(({ parts }) => parts.filter(isSharedAsk).map(({ toolCallId }) => toolCallId));
  const open = await store.list();
  const lost = open.filter(({ request }) => !calls.includes(request.requestId));
  const settlement = { result: { status: 'aborted' as const }, settledAt: Date.now() };
  await Promise.all(lost.map(({ request }) => store.settle(request.requestId, settlement, { orphaned: true })));
}

/** Ours alone: this only keeps out what an older version left behind. */
const isSaved = (value: unknown): value is SavedConversation =>
  typeof value === 'object' && value !== null && 'messages' in value && 'unread' in value && 'running' in value;

/** A reply that was half-way is written anew; what the person said, and what was asked, stays. */
function wholeSteps(saved: SavedConversation): SavedConversation {
  const broken = new Map<string, SharedMessage | undefined>();
  for (const agent of saved.running) {
    const thread = saved.messages.filter(({ metadata }) => metadata?.agent === agent);
    const kept = withoutBrokenStep(thread);
    const last = thread.at(-1);
    if (last)
      broken.set(
        last.id,
        kept.find(({ id }) => id === last.id),
      );
  }
  const messages = saved.messages.map((one) => (broken.has(one.id) ? broken.get(one.id) : one));
  return { ...saved, messages: messages.filter((one) => one !== undefined) };
}
