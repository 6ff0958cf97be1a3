import type { AskUserAttentionMessages } from './lazy-types.js';

/** English messages for a user who is not on the page. */
export const enAttention: AskUserAttentionMessages = {
  waitingTitle: (requests) => `(${requests})`,
  notice: (asker) => (asker ? `${asker} has a question` : 'A question is waiting'),
};
