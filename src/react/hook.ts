'use client';
export { useAskUser, type UseAskUserReturn } from './hooks/use-ask-user.js';
export type { ResultDetails, UseAskUserOptions } from './hooks/use-flow.js';
export type { AskUserIntents } from './hooks/intents.js';
export type { AskUserPropGetters, ButtonAction } from './hooks/prop-getters.js';
