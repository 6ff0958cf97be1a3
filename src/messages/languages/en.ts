import { createAttentionMessages } from '../en-attention.js';
import { enDrafts } from '../en-drafts.js';
import { enFiles } from '../en-files.js';
import { enHtml } from '../en-html.js';
import { createFirstMessages } from '../en-first.js';
import { createLaterMessages } from '../en-later.js';
import { createOfferMessages } from '../en-offers.js';
import { createQueueMessages } from '../en-queue.js';
import { createFormat } from './format.js';
import type { AskUserLanguage } from '../types.js';

/**
 * Creates the English messages with the numbers of a region, such as `en-GB` or `en-IN`.
 *
 * @throws {RangeError} If the tag is invalid, such as `en_US`.
 */
export const createMessages = (locale = 'en'): AskUserLanguage => ({
  locale,
  ...createFirstMessages(locale),
  ...createLaterMessages(locale),
  ...createQueueMessages(locale),
  ...enHtml,
  ...createOfferMessages(createFormat(locale).number),
  ...enFiles,
  ...enDrafts,
  ...createAttentionMessages(locale),
});

/** The English messages. */
export const en: AskUserLanguage = /* @__PURE__ */ createMessages();
