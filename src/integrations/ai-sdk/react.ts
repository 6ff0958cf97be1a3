'use client';
export { boundedContinue, type BoundedContinueOptions } from './continue-when.js';
export type { AiSdkAskState, AiSdkAskUser, AiSdkAskUserOptions, AiSdkDelivered, AiSdkEnded } from './types.js';
export { useAiSdkAskUser } from './use-ai-sdk-ask-user.js';
