export { createAnswerGate, type AnswerClaim, type ClaimResult, type AnswerGate } from './gate.js';
export { type AiSdkAskTool, aiSdkAskTool, type AiSdkServerAskTool, describeInvalidCall } from './tool.js';
export type { AiSdkMessage } from './parts.js';
