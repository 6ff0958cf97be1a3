export type { ContinueRunOptions } from '../shared/continue.js';
export { openQuestions, createResume, type OpenQuestion } from './questions.js';
export {
  askWhileInterrupted,
  supersedeOpenQuestions,
  type LangGraphRunOptions,
  type LangGraphResumeOptions,
} from './run.js';
export { langGraphAskTool, type LangGraphAskToolOptions } from './tool.js';
