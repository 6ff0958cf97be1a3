import { describe, expect, it, onTestFinished } from 'vitest';
import { askUser } from '../../src/dialects/index.js';
import { createAskUserBroker, toUserMessage } from '../../src/host/index.js';
import { agUiAskTool } from '../../src/integrations/ag-ui/index.js';
import { assistantUiAskTool } from '../../src/integrations/assistant-ui/index.js';
import { copilotKitAskTool } from '../../src/integrations/copilotkit/index.js';
import { langGraphAskTool } from '../../src/integrations/langgraph/index.js';
import { mastraAskTool } from '../../src/integrations/mastra/index.js';
import { mcpAskTool } from '../../src/integrations/mcp/v2.js';
import { openAiAskTool, openAiStoredAskTool } from '../../src/integrations/openai-agents/index.js';

const LATER = { ...askUser.tool, name: 'ask_user_later', blocking: false } as const;
const CALL = { questions: [{ question: 'Which port?' }] };
const GOES_ON = /^\{"accepted":true\}\n.* Go on without the answers/;

function start() {
  const broker = createAskUserBroker();
  onTestFinished(() => broker.close());
  return broker;
}

const opened = (conversationId: string) => [
  { request: { blocking: false }, callback: 'answers', conversationId, allow: { partial: true } },
];

describe('a tool of Mastra whose agent does not wait [R-AHEAD]', () => {
  const agent = (threadId?: string) => ({
    agent: { toolCallId: 'call_1', messages: [], threadId, suspend: () => expect.unreachable() },
  });

  it('returns at once, opens its request once, and the model reads that it goes on', async () => {
    const broker = start();
    const tool = mastraAskTool(LATER, { broker, callback: 'answers' });
    const outputs = [await tool.execute(CALL, agent('t1')), await tool.execute(CALL, agent('t1'))];
    expect(outputs.map((one) => one?.output)).toEqual([{ accepted: true }, { accepted: true }]);
    expect(tool.toModelOutput(outputs[0])).toEqual({ type: 'text', value: expect.stringMatching(GOES_ON) });
    expect(await broker.pending()).toMatchObject(opened('t1'));
  });

  it('asks in the given conversation, and needs one', async () => {
    const broker = start();
    await mastraAskTool(LATER, { broker, callback: 'answers', conversationId: 'c1' }).execute(CALL, agent());
    expect(await broker.pending()).toMatchObject(opened('c1'));
    await expect(mastraAskTool(LATER, { broker }).execute(CALL, agent())).rejects.toThrow('has no thread');
  });

  it('lists what is wrong with an invalid call', async () => {
    const output = await mastraAskTool(LATER, { broker: start() }).execute({ questions: [] }, agent('t1'));
    expect(output).toMatchObject({ output: { answered: false, status: 'invalid' } });
  });

  it('needs a broker, because the run would be suspended', () => {
    expect(() => mastraAskTool(LATER)).toThrow(/^The agent does not wait for `ask_user_later`, .*Pass a `broker`/);
  });
});

describe('a tool of LangGraph whose agent does not wait [R-AHEAD]', () => {
  const config = { toolCall: { id: 'call_1' }, configurable: { thread_id: 't1', checkpoint_ns: 'tools:1' } };
  const interrupt = () => expect.unreachable();

  it('returns at once, opens its request once, and the model reads that it goes on', async () => {
    const broker = start();
    const [ask] = langGraphAskTool(interrupt, { tool: LATER, broker, callback: 'answers' });
    expect(await ask(CALL, config)).toMatch(GOES_ON);
    expect(await ask(CALL, config)).toMatch(GOES_ON);
    expect(await broker.pending()).toMatchObject(opened('t1'));
  });

  it('asks again in another turn, and lists what is wrong with an invalid call', async () => {
    const broker = start();
    const [ask] = langGraphAskTool(interrupt, { tool: LATER, broker });
    await ask(CALL, config);
    await ask(CALL, { ...config, configurable: { ...config.configurable, checkpoint_ns: 'tools:2' } });
    expect(await broker.pending()).toHaveLength(2);
    expect(await ask({ questions: [] }, config)).toContain('Must have at least one question');
  });

  it('needs a broker, because the graph would be interrupted', () => {
    expect(() => langGraphAskTool(interrupt, { tool: LATER })).toThrow(/^The agent does not wait .*Pass a `broker`/);
  });
});

describe('a tool of the OpenAI Agents SDK whose agent does not wait [R-AHEAD]', () => {
  it('returns at once, and its callback receives the answers', async () => {
    const broker = start();
    const messages: unknown[] = [];
    broker.registerCallback('answers', (settled) => void messages.push(toUserMessage(settled)));
    const tool = openAiAskTool({ tool: LATER, broker, conversationId: 'c1', callback: 'answers' });
    expect(await tool.execute(CALL)).toMatch(GOES_ON);
    const pending = await broker.pending();
    expect(pending).toMatchObject(opened('c1'));
    const { requestId, questions } = pending[0]!.request;
    await broker.answer(requestId, [{ questionId: questions[0]!.id, selected: [], custom: '80' }]);
    await expect.poll(() => messages).toMatchObject([{ text: expect.stringContaining('"answer":"80"') }]);
  });
});

describe('a tool that can only wait [R-AHEAD]', () => {
  it.each([
    ['agUiAskTool', () => agUiAskTool(LATER)],
    ['assistantUiAskTool', () => assistantUiAskTool(LATER)],
    ['copilotKitAskTool', () => copilotKitAskTool(LATER)],
    ['mcpAskTool', () => mcpAskTool({ tool: LATER })],
    ['openAiStoredAskTool', () => openAiStoredAskTool({ tool: LATER })],
  ])('refuses an agent that does not wait: %s', (_name, create) => {
    expect(create).toThrow(/^The agent does not wait for `ask_user_later`, .* `createAskUserTool`/);
  });
});
