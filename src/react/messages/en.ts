import { enAttention } from './en-attention.js';
import { enDrafts } from './en-drafts.js';
import { enFiles } from './en-files.js';
import { enHtml } from './en-html.js';
import { createFirstMessages } from './en-first.js';
import { createLaterMessages } from './en-later.js';
import { enOffers } from './en-offers.js';
import { enQueue } from './en-queue.js';
import type { AskUserLanguage } from './types.js';

/**
 * Creates the English messages with the numbers of a region, such as `en-GB` or `en-IN`. Some numbers, such as those of
 * a queue, do not depend on the region.
 *
 * @throws {RangeError} If the tag is invalid, such as `en_US`.
 */
export const createMessages = (locale = 'en'): AskUserLanguage => ({
  ...createFirstMessages(locale),
  ...createLaterMessages(locale),
  ...enQueue,
  ...enHtml,
  ...enOffers,
  ...enFiles,
  ...enDrafts,
  ...enAttention,
});

/** The English messages. */
export const en: AskUserLanguage = /* @__PURE__ */ createMessages();
