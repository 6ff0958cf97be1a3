export {
  createAnswerGate,
  type Admitted,
  type AnswerClaim,
  type AnswerClaimed,
  type AnswerEnding,
  type AnswerGate,
  type AnswerGateOptions,
  type AnswerRefused,
} from './gate.js';
export { invalidCallText } from './invalid-call.js';
export type { AiSdkAskPart, AiSdkMessage } from './parts.js';
export {
  aiSdkAskTool,
  type AiSdkAskTool,
  type AiSdkAskToolOptions,
  type AiSdkAskVia,
  type AiSdkServerAskTool,
} from './tool.js';
