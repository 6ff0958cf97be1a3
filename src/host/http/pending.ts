import type { AskUserBroker, PendingRequest } from '../broker/types.js';

/** What is pending in these conversations, and of no other, whatever a store gives. */
export async function pendingOf(
  broker: AskUserBroker,
  conversationIds: readonly string[],
): Promise<readonly PendingRequest[]> {
  const listed = await broker.pending(conversationIds);
  const ids = new Set(conversationIds);
  return listed.filter(({ conversationId }) => ids.has(conversationId));
}
