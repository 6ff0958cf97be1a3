export type { ContinueVia } from '../shared/continue.js';
export { openQuestions, resumeWith, type AskPayload, type AskResume, type OpenQuestion } from './questions.js';
export {
  askWhileInterrupted,
  supersedeOpen,
  type AskingConfig,
  type AskingGraph,
  type LangGraphVia,
  type ResumeVia,
} from './run.js';
export {
  langGraphAskTool,
  type LangGraphAskToolOptions,
  type LangGraphCall,
  type LangGraphToolFields,
} from './tool.js';
