import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskUserBroker, PendingRequest } from 'react-ask-user/server';
import type { AgentId } from '../../shared/agents.js';
import { isSharedAsk, type SharedMessage } from '../../shared/shared-chat.js';
import { withoutBrokenStep } from '../../shared/steps.js';
import { questionsOf } from './ask-tool.js';
import type { SavedConversation } from './conversation.js';
import { readJson } from './json-file.js';

/** Reads the conversations on disk, without replies that were interrupted. */
export async function readConversations(folder: string): Promise<readonly SavedConversation[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const read = await Promise.all(files.map((name) => readJson(join(folder, name))));
  return read.filter(isSaved).map(wholeSteps);
}

/**
 * Withdraws the questions of the agents that will not ask again. Either their call was not saved, or their agent was
 * stopped, or it has an unread message.
 */
export async function withdrawLost(broker: AskUserBroker, conversations: readonly SavedConversation[]): Promise<void> {
  const calls = new Set(conversations.flatMap(callsOf));
  const open = await broker.pending();
  const isAwaited = ({ request, conversationId }: PendingRequest) =>
    calls.has(`${conversationId} ${request.requestId}`);
  const awaited = new Set(open.filter(isAwaited).map(({ conversationId }) => conversationId));
  const lost = new Set(open.map(({ conversationId }) => conversationId).filter((id) => !awaited.has(id)));
  await Promise.all([...lost].map((id) => broker.supersede(id)));
}

/** Returns the calls that the agents of a conversation will repeat. */
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

/** Only this server writes the files. The check drops values of an older version. */
const isSaved = (value: unknown): value is SavedConversation =>
  typeof value === 'object' && value !== null && 'messages' in value && 'unread' in value && 'running' in value;

/** Removes interrupted replies, which the agents write again. Messages of the user and complete questions stay. */
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
