export { askForNotifications } from './permission.js';
export { useAskUserAttention, type AskUserNotice, type UseAskUserAttentionOptions } from './use-ask-user-attention.js';
