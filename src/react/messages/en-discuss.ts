import type { AskUserDiscussMessages } from './types.js';

/** The words of the lazy sheet, in English. */
export const enDiscuss: AskUserDiscussMessages = {
  discussTitle: 'Discuss the questions first?',
  discussWhat: 'What should be cleared up first? (optional)',
  discussText: (asker) =>
    `Your message and your answers so far are sent to ${asker}. The answers are not submitted yet.`,
  discussSend: 'Send and discuss',
};
