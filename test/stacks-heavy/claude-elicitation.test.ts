import { fileURLToPath } from 'node:url';
import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { askUserElicitation } from 'react-ask-user/claude-agent-sdk';
import { createAskUserBroker } from 'react-ask-user/server';
import { describe, expect, it } from 'vitest';
import { answerIt, asked } from '../stacks/helpers/person.js';
import { asking, claude } from './helpers/claude.js';

const conversationId = 'c';
const TOOL = 'mcp__deployer__deploy';
const SERVER = fileURLToPath(new URL('servers/deployer.mjs', import.meta.url));

/** A session whose model calls the tool of an MCP server, which asks. */
async function start() {
  const broker = createAskUserBroker();
  const { run, model } = await claude(asking([{ id: 'toolu_1', name: TOOL, input: {} }]));
  const mcpServers: Options['mcpServers'] = {
    deployer: { type: 'stdio', command: process.execPath, args: [SERVER], alwaysLoad: true },
  };
  const onElicitation = askUserElicitation({ broker, conversationId });
  const deploy = (more: Options) => run({ tools: [], allowedTools: [TOOL], mcpServers, ...more });
  return { broker, deploy, onElicitation, model };
}

describe('stack: claude-agent-sdk', { timeout: 60_000 }, () => {
  it('sends the answer to the form of an MCP server and shows its name [answered]', async () => {
    const { broker, deploy, onElicitation } = await start();
    const running = deploy({ onElicitation });
    const request = await answerIt(
      broker,
      { selected: [1] },
      { selected: [0, 2] },
      { selected: [], custom: 'shop.example' },
    );
    expect(request.asker).toBe('deployer');
    expect((await running).words).toBe(
      'Told: toolu_1: {"action":"accept","content":{"database":"SQLite","features":["Auth","Mail"],"domain":"shop.example"}}',
    );
  });

  it.each([
    ['declined', 'decline', 'decline'],
    ['cancelled', 'cancel', 'cancel'],
  ] as const)('sends the status to an MCP server [%s]', async (_, method, action) => {
    const { broker, deploy, onElicitation } = await start();
    const running = deploy({ onElicitation });
    const [request] = await asked(broker);
    expect(await broker.get(request!.requestId)).toMatchObject({ allow: { decline: true } });
    await broker[method](request!.requestId);
    expect((await running).words).toBe(`Told: toolu_1: {"action":"${action}"}`);
  });

  it('withdraws the form of an aborted run [aborted]', async () => {
    const { broker, deploy, onElicitation, model } = await start();
    const abortController = new AbortController();
    const running = deploy({ onElicitation, abortController });
    const [request] = await asked(broker);
    abortController.abort();
    await running;
    const ended = async () => (await broker.get(request!.requestId))?.settlement?.result;
    await expect.poll(ended).toMatchObject({ status: 'aborted' });
    expect(JSON.stringify(model.turns.flatMap(({ results }) => results))).not.toContain('accept');
  });

  it('sends no accepted content if the broker is closed [trap] [R-NOPHANTOM]', async () => {
    const { broker, deploy, onElicitation } = await start();
    await broker.close();
    const { words } = await deploy({ onElicitation });
    expect(words).not.toContain('accept');
    expect(words).toBe('Told: toolu_1: {"action":"cancel"}');
  });

  it('passes a link to the host and cancels it without a handler [trap]', async () => {
    const broker = createAskUserBroker();
    const link = { serverName: 'deployer', message: 'Sign in', mode: 'url', url: 'https://example.com' } as const;
    const context = { signal: new AbortController().signal, requestId: 'r' };
    const otherwise = async () => ({ action: 'accept' as const });
    expect(await askUserElicitation({ broker, conversationId, otherwise })(link, context)).toEqual({
      action: 'accept',
    });
    expect(await askUserElicitation({ broker, conversationId })(link, context)).toMatchObject({ action: 'cancel' });
    expect(await broker.pending()).toEqual([]);
  });
});
