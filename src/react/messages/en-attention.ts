import type { AskUserAttentionMessages } from './types.js';

/** The English messages for a user who is elsewhere. */
export const enAttention: AskUserAttentionMessages = {
  waitingTitle: (requests) => `(${requests})`,
  notice: (asker) => (asker ? `${asker} has a question` : 'A question is waiting'),
};
