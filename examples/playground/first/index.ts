import type { AgentDialect } from 'react-ask-user/dialects';

/** Loads the dialect of an example, which is much smaller than all of them. */
export const FIRST: Readonly<Record<string, () => Promise<{ dialect: AgentDialect }>>> = {
  askUser: () => import('./ask-user.js') as Promise<{ dialect: AgentDialect }>,
  claudeCode: () => import('./claude-code.js') as Promise<{ dialect: AgentDialect }>,
  mcpElicitation: () => import('./mcp-elicitation.js') as Promise<{ dialect: AgentDialect }>,
};
