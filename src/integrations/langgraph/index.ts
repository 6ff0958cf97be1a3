export type { ContinueRunOptions } from '../shared/continue.js';
export { openQuestions, createResume, type OpenQuestion } from './questions.js';
export { runWithQuestions, type LangGraphRunOptions } from './run.js';
export { supersedeOpenQuestions, type LangGraphResumeOptions } from './supersede.js';
export { langGraphAskTool, type LangGraphAskToolOptions } from './tool.js';
