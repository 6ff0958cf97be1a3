import type { AskUserFileMessages } from './lazy-types.js';

export const enFiles: AskUserFileMessages = {
  noFiles: 'Files can’t be sent with this answer. Describe it, or give its path.',
};
