export {
  createAnswerGate,
  type AdmitResult,
  type AnswerClaim,
  type ClaimResult,
  type ToolOutput,
  type AnswerGate,
  type AnswerGateOptions,
  type InvalidClaim,
} from './gate.js';
export { invalidCallText } from './invalid-call.js';
export type { AiSdkAskPart, AiSdkMessage } from './parts.js';
export {
  aiSdkAskTool,
  type AiSdkAskTool,
  type AiSdkAskToolOptions,
  type AiSdkServerAskOptions,
  type AiSdkServerAskTool,
} from './tool.js';
