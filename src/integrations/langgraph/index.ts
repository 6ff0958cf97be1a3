export { openQuestions, createResume, type OpenQuestion } from './questions.js';
export { runWithQuestions } from './run.js';
export { supersedeOpenQuestions } from './supersede.js';
export { langGraphAskTool } from './tool.js';
