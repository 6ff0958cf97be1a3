import type { AskUserAttentionMessages } from './lazy-types.js';

export const enAttention: AskUserAttentionMessages = {
  waitingTitle: (requests) => `(${requests})`,
  notice: (asker) => (asker ? `${asker} has a question` : 'A question is waiting'),
};
