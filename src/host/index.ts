export { AskUserError, type AskUserErrorCode } from './errors.js';
export {
  createAskUserTool,
  type AskUserTool,
  type AskUserToolOptions,
  type ToolContext,
  type ToolResult,
} from './tool.js';
export type { AgentRef, Asker, AskOptions } from './types.js';
