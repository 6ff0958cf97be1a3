import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestStore } from 'react-ask-user/host';
import type { AgentId } from '../../shared/agents.js';
import { isSharedAsk, type SharedMessage } from '../../shared/shared-chat.js';
import { withoutBrokenStep } from '../../shared/steps.js';
import { questionsOf } from './ask-tool.js';
import type { SavedConversation } from './conversation.js';
import { readJson } from './json-file.js';

/** The conversations on disk, each as its agents can go on with it. */
export async function readConversations(folder: string): Promise<readonly SavedConversation[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const read = await Promise.all(files.map((name) => readJson(join(folder, name))));
  return read.filter(isSaved).map(wholeSteps);
}

/**
 * Ends the questions that nobody waits for any more: those whose calls did not make it to the disk, and are made anew under
 * another id, and those whose agent was stopped, or has a message to read instead.
 */
export async function withdrawLost(store: RequestStore, conversations: readonly SavedConversation[]): Promise<void> {
  const awaited = new Set(conversations.flatMap(callsOf));
  const open = await store.list();
  const lost = open.filter(({ request, conversationId }) => !awaited.has(`${conversationId} ${request.requestId}`));
  const settlement = { result: { status: 'aborted' as const }, settledAt: Date.now() };
  await Promise.all(lost.map(({ request }) => store.settle(request.requestId, settlement, { orphaned: true })));
}

/** The calls that the agents of a conversation will make once more. */
function callsOf({ id, messages, running, unread }: SavedConversation): readonly string[] {
  const waiting = running.filter((agent) => !unread.some((one) => one.agent === agent));
  return waiting.flatMap((agent) => {
    const last = threadOf(messages, agent).at(-1);
    const calls = last?.parts.filter(isSharedAsk) ?? [];
    return calls.map(({ toolCallId }) => `${questionsOf(id, agent)} ${toolCallId}`);
  });
}

const threadOf = (messages: readonly SharedMessage[], agent: AgentId): readonly SharedMessage[] =>
  messages.filter(({ metadata }) => metadata?.agent === agent);

/** Ours alone: this only keeps out what an older version left behind. */
const isSaved = (value: unknown): value is SavedConversation =>
  typeof value === 'object' && value !== null && 'messages' in value && 'unread' in value && 'running' in value;

/** A reply that was half-way is written anew; what the person said, and what was asked, stays. */
function wholeSteps(saved: SavedConversation): SavedConversation {
  const broken = new Map<string, SharedMessage | undefined>();
  for (const agent of saved.running) {
    const thread = threadOf(saved.messages, agent);
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
