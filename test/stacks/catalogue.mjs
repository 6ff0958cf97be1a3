/**
 * The stacks with which the integrations are tested. The table in docs/agents.md is generated from them. The tests of a stack
 * are in a `describe('stack: <id>')`, and their titles contain the names of their cases, e.g. `[declined]`.
 *
 * @typedef {object} Stack
 * @property {string} id
 * @property {string} name Name in the table.
 * @property {string} guide Name of its page in docs/integrations.
 * @property {string[]} packages Packages whose versions are recorded. The first is the stack.
 * @property {'test/stacks' | 'test/stacks-heavy'} folder Folder in which they are installed.
 * @property {('page' | 'state' | 'process')[]} waits Places in which a question can wait, as docs/agents.md explains them.
 * @property {Partial<Record<keyof typeof CASES, string>>} [without] Cases that the stack does not support, with the reason.
 */

/** Cases that each stack must cover, with the heading of their column. */
export const CASES = {
  answered: 'Answered',
  declined: 'Declined',
  cancelled: 'Cancelled',
  aborted: 'Aborted',
  two: 'Two at once',
  reload: 'Reload, restart',
  trap: 'Traps',
};

/** @type {Stack[]} */
export const STACKS = [
  {
    id: 'ai-sdk-6',
    name: 'Vercel AI SDK 6',
    guide: 'ai-sdk',
    packages: ['ai', '@ai-sdk/react'],
    folder: 'test/stacks',
    waits: ['page', 'process'],
  },
  {
    id: 'ai-sdk-7',
    name: 'Vercel AI SDK 7',
    guide: 'ai-sdk',
    packages: ['ai-7', '@ai-sdk/react-7'],
    folder: 'test/stacks',
    waits: ['page', 'process'],
  },
  {
    id: 'mcp',
    name: 'MCP, SDK 1',
    guide: 'mcp',
    packages: ['@modelcontextprotocol/sdk'],
    folder: 'test/stacks',
    waits: ['process'],
    without: { reload: 'The server waits for the answer within one process, and so does the host.' },
  },
  {
    id: 'mcp-v2',
    name: 'MCP, SDK 2',
    guide: 'mcp',
    packages: ['@modelcontextprotocol/client', '@modelcontextprotocol/server'],
    folder: 'test/stacks',
    waits: ['process', 'state'],
  },
  {
    id: 'acp',
    name: 'ACP',
    guide: 'acp',
    packages: ['@agentclientprotocol/sdk'],
    folder: 'test/stacks',
    waits: ['process'],
    without: { reload: 'a running agent waits for the answer, and nothing can bring that process back' },
  },
  {
    id: 'langgraph',
    name: 'LangGraph',
    guide: 'langgraph',
    packages: ['@langchain/langgraph', '@langchain/langgraph-sdk'],
    folder: 'test/stacks',
    waits: ['page', 'state'],
  },
  { id: 'ag-ui', name: 'AG-UI', guide: 'ag-ui', packages: ['@ag-ui/client'], folder: 'test/stacks', waits: ['page'] },
  {
    id: 'assistant-ui',
    name: 'assistant-ui',
    guide: 'assistant-ui',
    packages: ['@assistant-ui/react'],
    folder: 'test/stacks',
    waits: ['page'],
  },
  {
    id: 'openai-agents',
    name: 'OpenAI Agents',
    guide: 'openai-agents',
    packages: ['@openai/agents'],
    folder: 'test/stacks',
    waits: ['process', 'state'],
  },
  {
    id: 'claude-agent-sdk',
    name: 'Claude Agent SDK',
    guide: 'claude-agent-sdk',
    packages: ['@anthropic-ai/claude-agent-sdk'],
    folder: 'test/stacks-heavy',
    waits: ['process', 'state'],
  },
  {
    id: 'mastra',
    name: 'Mastra',
    guide: 'mastra',
    packages: ['@mastra/core'],
    folder: 'test/stacks-heavy',
    waits: ['state'],
  },
  {
    id: 'copilotkit',
    name: 'CopilotKit',
    guide: 'copilotkit',
    packages: ['@copilotkit/react-core'],
    folder: 'test/stacks-heavy',
    waits: ['page'],
  },
  {
    id: 'opencode',
    name: 'opencode',
    guide: 'opencode',
    packages: ['opencode-linux-x64', '@opencode-ai/sdk'],
    folder: 'test/stacks-heavy',
    waits: ['process'],
  },
];
