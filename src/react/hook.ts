export { useAskUser, type UseAskUserReturn } from './hooks/use-ask-user.js';
export type { ResultDetails, UseAskUserOptions } from './hooks/use-flow.js';
export type { DraftStorage } from './saved-drafts.js';
export type { CollapsedDetails } from './hooks/use-collapsed.js';
export { cleanText } from './text/clean.js';
export type { AskUserIntents } from './hooks/intents.js';
export type { AskUserPropGetters, ButtonAction } from './hooks/prop-getters.js';
export type { IdName, Ids } from './ids.js';
export type { AskUserState, AskUserStore, LongAnswer, PrimaryAction, Problem } from '../core/index.js';
