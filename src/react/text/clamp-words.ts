import { enRecord } from '../messages/en-record.js';
import type { AskUserMessages, AskUserRecordMessages } from '../messages/types.js';

/** What the button of a long text is called: strings alone, which a server can hand to the browser. */
export type ClampWords = readonly [showAll: string, showLess: string];

/** With the host's words, if it gave any. */
export const recordWords = (messages: AskUserMessages & Partial<AskUserRecordMessages>): AskUserRecordMessages => ({
  ...enRecord,
  ...messages,
});

export function clampWords(messages: AskUserMessages): ClampWords {
  const { showAll, showLess } = recordWords(messages);
  return [showAll, showLess];
}
