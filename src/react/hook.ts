export { useAskUser, type UseAskUserReturn } from './flow/use-ask-user.js';
export type { ResultDetails, UseAskUserOptions } from './flow/options.js';
export type { AnswerById, AnswersById } from './flow/by-id.js';
export type { AskUserConfirmation } from './flow/confirmation.js';
export type { AskUserIntents } from './flow/intents.js';
export type { AskUserPropGetters } from './flow/prop-getters.js';
export type { Allow } from '../core/flow/allow.js';
export { cleanText } from '../core/clean.js';
