import { describe, expect, it } from 'vitest';
import { askUser, type ToolSpec } from '../../src/dialects/index.js';
import { langGraphAskTool } from '../../src/integrations/langgraph/index.js';
import { mcpAskTool } from '../../src/integrations/mcp/v2.js';
import { openQuestions, openAiStoredAskTool } from '../../src/integrations/openai-agents/index.js';

const INPUT = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };

/** A tool with a rule of its agent that its dialect does not have. */
const tool: ToolSpec<unknown> = {
  ...askUser.tool,
  refuses: () => ({ code: 'agent', path: 'questions', message: 'Ask nothing today.' }),
};

describe('a tool whose agent refuses an input that its dialect accepts', () => {
  it('does not ask from an MCP server, and lists the issue', async () => {
    const [, , run] = mcpAskTool({ tool });
    const result = await run(INPUT, { mcpReq: {} });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('Ask nothing today.');
  });

  it('does not interrupt a LangGraph graph, and lists the issue', () => {
    const [ask] = langGraphAskTool(() => expect.unreachable(), { tool });
    expect(ask(INPUT)).toContain('Ask nothing today.');
  });

  it('has no questions for the user in a stored run of the OpenAI Agents SDK, and lists the issue', async () => {
    const rawItem = { name: tool.name, callId: 'call_1', arguments: JSON.stringify(INPUT) };
    const state = {
      getInterruptions: () => [{ rawItem }],
      approve: () => undefined,
      toJSON: () => ({ context: { context: {} } }),
    };
    const run = { state, runContext: { context: {} } };
    expect(openQuestions(run)).toMatchObject([{ request: { questions: [{ id: 'q' }] } }]);
    expect(openQuestions(run, { tool })).toMatchObject([{ request: { requestId: 'call_1', questions: [] } }]);
    expect(await openAiStoredAskTool({ tool }).execute(INPUT)).toContain('Ask nothing today.');
  });
});
