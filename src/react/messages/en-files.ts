import type { AskUserFileMessages } from './lazy-types.js';

/** English message about files. */
export const enFiles: AskUserFileMessages = {
  noFiles: 'Files can’t be sent with this answer. Describe it, or give its path.',
};
