import { createConfirmMessages } from '../en-confirm.js';
import { enDrafts } from '../en-drafts.js';
import { createAttentionMessages, createFirstMessages, createQueueMessages } from '../en-first.js';
import { enHtml } from '../en-html.js';
import { createLaterMessages } from '../en-later.js';
import { createTerminalWords } from '../en-terminal.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

/**
 * Creates the English messages with the numbers of a region, such as `en-GB` or `en-IN`.
 *
 * @throws {RangeError} If the tag is invalid, such as `en_US`.
 */
export const createMessages = (locale = 'en'): AskUserLanguage => ({
  ...createFirstMessages(locale),
  ...createConfirmMessages(locale),
  ...createLaterMessages(locale),
  ...createQueueMessages(locale),
  ...enHtml,
  ...enDrafts,
  ...createAttentionMessages(locale),
  locale,
});

/** The English messages. */
export const en: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the English messages of a terminal with the numbers of a region, as `createMessages` does. */
export const createTerminalMessages = (locale = 'en'): AskUserTerminalLanguage => ({
  ...createMessages(locale),
  ...createTerminalWords(locale),
});

/** The English messages of a terminal. */
export const enTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
