export { runWithQuestions } from './continue.js';
export {
  answerInterruption,
  openAiStoredAskTool,
  openQuestions,
  createStoredContext,
  type OpenAiRun,
  type OpenQuestion,
} from './stored.js';
export { openAiAskTool, type OpenAiToolOptions } from './tool.js';
