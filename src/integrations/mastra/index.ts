export type { ContinueRunOptions } from '../shared/continue.js';
export { runWithQuestions, type MastraAskOptions } from './follow.js';
export { mastraAskTool, type MastraAskOutput, type MastraAskTool } from './tool.js';
