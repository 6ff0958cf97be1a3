import type { AiSdkMessage } from './index.js';
import { askPartsOf } from './parts.js';

/** Options for `stopAfterFailures`. */
export interface StopAfterFailuresOptions {
  /** Name of the ask tool in `tools`. @default 'ask_user' */
  readonly toolName?: string | undefined;
  /**
   * Number of failed ask calls at the end of the last message from which the chat no longer continues automatically.
   *
   * @default 3
   */
  readonly failures?: number | undefined;
}

/**
 * Wraps a chat's `sendAutomaticallyWhen` condition so that failed ask calls cannot continue it forever.
 *
 * A call that could not be asked goes back to the model as an error, which the SDK's condition counts as a complete
 * step. A model that repeats the error would be called again without end.
 *
 * @example
 * useChat({ sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls) });
 */
export function stopAfterFailures<Chat extends { readonly messages: readonly AiSdkMessage[] }>(
  when: (chat: Chat) => boolean | PromiseLike<boolean>,
  { toolName = 'ask_user', failures = 3 }: StopAfterFailuresOptions = {},
): (chat: Chat) => boolean | PromiseLike<boolean> {
  return (chat) => {
    const asked = askPartsOf(chat.messages.slice(-1), toolName);
    const failed = asked.length - 1 - asked.findLastIndex(({ state }) => state !== 'output-error');
    return failed < failures && when(chat);
  };
}
