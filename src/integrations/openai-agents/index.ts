export { runWithQuestions, type OpenAiContinueOptions } from './continue.js';
export {
  answerInterruption,
  openAiStoredAskTool,
  openQuestions,
  createStoredContext,
  type OpenAiRun,
  type OpenAiStoredOptions,
  type OpenQuestion,
} from './stored.js';
export { openAiAskTool, type OpenAiAskOptions, type OpenAiToolOptions } from './tool.js';
