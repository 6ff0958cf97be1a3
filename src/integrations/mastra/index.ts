export type { ContinueVia } from '../shared/continue.js';
export { askWhileSuspended, type MastraVia } from './follow.js';
export { mastraAskTool, type MastraAskOutput, type MastraAskTool } from './tool.js';
