export {
  createAnswerGate,
  type Admitted,
  type AnswerClaim,
  type AnswerClaimed,
  type AnswerGate,
  type AnswerGateOptions,
} from './gate.js';
export type { AiSdkAskPart, AiSdkMessage, AiSdkPart } from './parts.js';
export { aiSdkAskTool, type AiSdkAskTool, type AiSdkAskToolOptions, type AiSdkServerAskTool } from './tool.js';
