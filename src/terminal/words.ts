import { enConfirm } from '../messages/en-confirm.js';
import { enFirst } from '../messages/en-first.js';
import { enLater } from '../messages/en-later.js';
import { enTerminal } from '../messages/en-terminal.js';
import { mergeMessages } from '../messages/labels.js';
import type { AskUserConfirmMessages, AskUserLaterMessages } from '../messages/lazy-types.js';
import type { AskUserTerminalMessages, AskUserTerminalMessagesInput } from '../messages/terminal-types.js';
import type { AskUserMessages } from '../messages/types.js';

/** The messages of a terminal, and those of the dialog that it shows, too. */
export type TerminalMessages = AskUserMessages &
  AskUserConfirmMessages &
  AskUserLaterMessages &
  AskUserTerminalMessages;

const ENGLISH: TerminalMessages = { ...enFirst, ...enConfirm, ...enLater, ...enTerminal };

/** Returns the host's messages over the English ones, with the name of this request's asker. */
export const messagesOf = (messages?: AskUserTerminalMessagesInput, asker?: string): TerminalMessages =>
  mergeMessages(messages, asker, ENGLISH);
