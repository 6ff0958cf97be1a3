import { askPartsOf, type AiSdkMessage } from './parts.js';

/** What bounds a chat that goes on by itself. */
export interface BoundedContinueOptions {
  /** The name of the ask tool. @default 'ask_user' */
  readonly toolName?: string | undefined;
  /** So many calls in a row that nobody could be asked, and the person decides. @default 3 */
  readonly failures?: number | undefined;
}

/**
 * A chat's `sendAutomaticallyWhen` that does not go on for ever. A call that nobody can be asked goes back to the model as an error, and the
 * SDK's own condition takes that for a complete step: a model that does not learn from it would be asked again without end.
 *
 * @example
 * useChat({ sendAutomaticallyWhen: boundedContinue(lastAssistantMessageIsCompleteWithToolCalls) });
 */
export function boundedContinue<Chat extends { readonly messages: readonly AiSdkMessage[] }>(
  when: (chat: Chat) => boolean | PromiseLike<boolean>,
  { toolName = 'ask_user', failures = 3 }: BoundedContinueOptions = {},
): (chat: Chat) => boolean | PromiseLike<boolean> {
  return (chat) => {
    const asked = askPartsOf(chat.messages.slice(-1), toolName);
    const failed = asked.length - 1 - asked.findLastIndex(({ state }) => state !== 'output-error');
    return failed < failures && when(chat);
  };
}
