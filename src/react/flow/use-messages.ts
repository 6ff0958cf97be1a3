import { mergeMessages } from '../../messages/labels.js';
import type { AskUserMessages, AskUserMessagesInput } from '../../messages/types.js';
import { isSame } from './is-same.js';
import { usePersistentValue } from './use-persistent-value.js';

/**
 * Returns the host's messages over the English ones. A host may write them inline, so the object stays the same while the
 * messages do.
 */
export function useMessages<English extends AskUserMessages = AskUserMessages>(
  given: AskUserMessagesInput | undefined,
  asker: string | undefined,
  english?: English,
): English {
  const messages = mergeMessages(given, asker, english);
  return usePersistentValue(
    () => messages,
    (previous) => !isSame(messages, previous),
  );
}
