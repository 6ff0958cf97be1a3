'use client';
export { stopAfterFailures, type StopAfterFailuresOptions } from './continue-when.js';
export type {
  AiSdkAskState,
  UseAiSdkAskUserReturn,
  UseAiSdkAskUserOptions,
  AiSdkSendResult,
  AiSdkSettled,
} from './types.js';
export { useAiSdkAskUser } from './use-ai-sdk-ask-user.js';
