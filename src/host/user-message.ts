import { askUser } from '../dialects/ask-user.js';
import type { Dialect } from '../dialects/types.js';
import type { StoredRequest } from './store/types.js';

/** Message of the user, with what they said about a request whose agent did not wait. */
export interface UserMessage {
  /** The `instanceId` of the request. It belongs to one settlement, so send one message with it. */
  readonly id: string;
  /** Model text of the result, in the format of the agent. */
  readonly text: string;
}

/**
 * Returns the message with the answers to a request whose agent does not wait (`blocking: false`), for the next message
 * of the user. It names the questions that are not answered yet, and those whose options the user accepted as
 * recommended.
 *
 * The same settlement always has the same message, also in another process. Store the message under its `id` before you
 * acknowledge the settlement, ignore an `id` that is stored, and mark it as sent in the write that adds it to the chat.
 * It is then sent once, over a repeated callback and a restart.
 *
 * @param settled - The request, as a callback of `registerCallback`, `get` or the event `settled` has it.
 * @param dialect - Format of the agent. Defaults to `askUser`.
 * @returns `undefined` if there is nothing to send: the request is not settled, or the user neither answered nor declined.
 * @example
 * broker.registerCallback('answers', async (settled) => {
 *   const message = toUserMessage(settled);
 *   if (message) await inbox.add(settled.conversationId, message);
 * });
 */
export function toUserMessage(
  { request, instanceId, settlement }: Pick<StoredRequest, 'request' | 'instanceId' | 'settlement'>,
  dialect: Pick<Dialect<unknown>, 'toModelText'> = askUser,
): UserMessage | undefined {
  const result = settlement?.result;
  if (result?.status !== 'answered' && result?.status !== 'declined') return undefined;
  return { id: instanceId, text: dialect.toModelText(result, request) };
}
