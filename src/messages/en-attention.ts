import type { AskUserAttentionMessages } from './lazy-types.js';

export const createAttentionMessages = (locale = 'en'): AskUserAttentionMessages => ({
  waitingTitle: (requests) => `(${requests.toLocaleString(locale)})`,
  notice: (asker) => (asker ? `${asker} has a question` : 'A question is waiting'),
});

/** English messages of `useAskUserAttention`. */
export const enAttention: AskUserAttentionMessages = /* @__PURE__ */ createAttentionMessages();
