import type { AskUserFileMessages } from './types.js';

/** English, for files that can't be sent. */
export const enFiles: AskUserFileMessages = {
  noFiles: 'Files can’t be sent with this answer. Describe it, or give its path.',
};
