export type { ContinueVia } from '../shared/continue.js';
export { openQuestions, resumeWith, type OpenQuestion } from './questions.js';
export { askWhileInterrupted, supersedeOpen, type LangGraphVia, type ResumeVia } from './run.js';
export { langGraphAskTool, type LangGraphAskToolOptions } from './tool.js';
