import type { AgentDialect, ToolDefinition } from './types.js';

/**
 * Returns the dialect with the tool of its agent. The tool's `dialect` is the dialect without the tool, so that neither
 * contains itself.
 */
export const withTool = <A, E, Tool extends ToolDefinition>(tool: Tool, dialect: AgentDialect<A, E>) => ({
  ...dialect,
  tool: { ...tool, dialect },
});
