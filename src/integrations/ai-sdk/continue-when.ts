import type { AiSdkMessage } from './index.js';
import { isAskPart, type AiSdkAskPart } from './parts.js';

/**
 * Names of the tools whose calls this page asks. Each `useAiSdkAskUser` adds its tool, so that an app cannot forget one
 * in a list.
 */
export const askToolNames: Set<string> = new Set(['ask_user']);

/** Options for `stopAfterFailures`. */
export interface StopAfterFailuresOptions {
  /**
   * Number of failed ask calls at the end of the last message from which the chat no longer continues automatically.
   *
   * @default 3
   */
  readonly failures?: number | undefined;
}

/**
 * Wraps a chat's `sendAutomaticallyWhen` condition so that failed ask calls cannot continue it forever. It counts the
 * calls of `ask_user` and of every tool that a `useAiSdkAskUser` of the page asks.
 *
 * A call that could not be asked goes back to the model as an error, which the SDK's condition counts as a complete
 * step. A model that repeats the error would be called again without end.
 *
 * @example
 * useChat({ sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls) });
 */
export function stopAfterFailures<Chat extends { readonly messages: readonly AiSdkMessage[] }>(
  when: (chat: Chat) => boolean | PromiseLike<boolean>,
  { failures = 3 }: StopAfterFailuresOptions = {},
): (chat: Chat) => boolean | PromiseLike<boolean> {
  return (chat) => {
    const parts = chat.messages.at(-1)?.parts ?? [];
    const names = [...askToolNames];
    const asked = parts.filter((part): part is AiSdkAskPart => names.some((name) => isAskPart(part, name)));
    const failed = asked.length - 1 - asked.findLastIndex(({ state }) => state !== 'output-error');
    return failed < failures && when(chat);
  };
}
