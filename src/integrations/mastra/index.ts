export { runWithQuestions, type MastraAskOptions } from './follow.js';
export { mastraAskTool, type MastraAskTool } from './tool.js';
