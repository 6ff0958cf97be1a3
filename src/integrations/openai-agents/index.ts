export { continueRun, type OpenAiContinueOptions } from './continue.js';
export {
  answerIn,
  openAiStoredAskTool,
  openQuestions,
  storedContext,
  type OpenAiInterruption,
  type OpenAiRun,
  type OpenAiRunState,
  type OpenAiStoredOptions,
  type OpenQuestion,
} from './stored.js';
export {
  openAiAskTool,
  type OpenAiAskOptions,
  type OpenAiCallDetails,
  type OpenAiRunContext,
  type OpenAiToolOptions,
} from './tool.js';
