export { useAskUser, type UseAskUserReturn } from './flow/use-ask-user.js';
export type { UseAskUserOptions } from './flow/options.js';
export type { AskUserIntents } from './flow/intents.js';
export type { AskUserPropGetters } from './flow/prop-getters.js';
export { cleanText } from '../core/clean.js';
