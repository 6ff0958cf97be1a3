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
export {
  type AiSdkAskTool,
  aiSdkAskTool,
  type AiSdkAskToolOptions,
  type AiSdkServerAskOptions,
  type AiSdkServerAskTool,
  describeInvalidCall,
} from './tool.js';
export type { AiSdkAskPart, AiSdkMessage } from './parts.js';
