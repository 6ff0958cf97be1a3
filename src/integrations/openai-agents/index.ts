export { continueRun, type OpenAiContinueOptions } from './continue.js';
export {
  answerIn,
  openAiStoredAskTool,
  openQuestions,
  storedContext,
  type OpenAiRun,
  type OpenAiStoredOptions,
  type OpenQuestion,
} from './stored.js';
export { openAiAskTool, type OpenAiAskOptions, type OpenAiToolOptions } from './tool.js';
