import { mergeMessages } from '../../messages/labels.js';
import type { AskUserMessages, AskUserMessagesInput } from '../../messages/types.js';
import { usePersistentValue } from './use-persistent-value.js';

/**
 * Returns the host's messages over the English ones. A host may write them inline, so the object stays the same while the
 * messages do.
 */
export function useMessages(given: AskUserMessagesInput | undefined, asker: string | undefined): AskUserMessages {
  const messages = mergeMessages(given, asker);
  return usePersistentValue(
    () => messages,
    (previous) => {
      const names = Object.keys({ ...previous, ...messages }) as (keyof AskUserMessages)[];
      return names.some((name) => messages[name] !== previous[name]);
    },
  );
}
