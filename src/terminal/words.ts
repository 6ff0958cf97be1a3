import { enConfirm } from '../messages/en-confirm.js';
import { enFirst } from '../messages/en-first.js';
import { enLater } from '../messages/en-later.js';
import { mergeMessages } from '../messages/labels.js';
import type { AskUserConfirmMessages, AskUserLaterMessages } from '../messages/lazy-types.js';
import type { AskUserMessages, AskUserMessagesInput } from '../messages/types.js';

/** The dialog's messages that a terminal shows, too. */
export type TerminalMessages = AskUserMessages & AskUserConfirmMessages & AskUserLaterMessages;

const ENGLISH: TerminalMessages = { ...enFirst, ...enConfirm, ...enLater };

/** Returns the host's messages over the English ones, with the name of this request's asker. */
export const messagesOf = (messages?: AskUserMessagesInput, asker?: string): TerminalMessages =>
  mergeMessages(messages, asker, ENGLISH);

/** English texts that only a terminal shows. Key hints are beside their keys. */
export const WORDS = {
  htmlPreview: 'The preview is a web page, which a terminal can’t show.',
  moreLines: (count: string, key: string) => `${count} more lines (${key})`,
  waitIn: (file: string) => `The questions wait in ${file}`,
} as const;
