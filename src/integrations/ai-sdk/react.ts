'use client';
export { stopAfterFailures } from './continue-when.js';
export type { AiSdkSendResult, UseAiSdkAskUserReturn, UseAiSdkAskUserOptions, AiSdkSettled } from './types.js';
export { useAiSdkAskUser } from './use-ai-sdk-ask-user.js';
