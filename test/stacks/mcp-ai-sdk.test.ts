import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createAskUserBroker } from 'react-ask-user/server';
import { elicitationHandler } from 'react-ask-user/mcp';
import { requestInput } from 'react-ask-user/mcp/v2';
import { createTestServer } from '../helpers/http-server.js';
import { outcome, retold, SETUP, textOf } from './helpers/mcp.js';
import { answerIt, asked } from './helpers/person.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Transport = Parameters<typeof createMCPClient>[0]['transport'];

/** Connects the AI SDK's client, with which its agent runs a server's tool. */
async function connected(transport: Transport, via: Partial<Parameters<typeof elicitationHandler>[0]> = {}) {
  const broker = createAskUserBroker();
  const client = await createMCPClient({
    transport,
    capabilities: { elicitation: {} },
    onUncaughtError: () => undefined,
  });
  closing.push(() => client.close());
  client.onElicitationRequest(
    ElicitationRequestSchema,
    elicitationHandler({ broker, conversationId: 'c', asker: 'Setup', ...via }),
  );
  const tools = await client.tools();
  const run = async (name: string, abortSignal?: AbortSignal): Promise<object> =>
    (await tools[name]!.execute(
      {},
      { toolCallId: 't', messages: [], abortSignal: abortSignal!, context: {} },
    )) as object;
  return { broker, run };
}

/** A server with protocol 2025-11-25 in a separate process. */
const stdio = () =>
  new StdioTransport({ command: process.execPath, args: [new URL('./servers/mcp.mjs', import.meta.url).pathname] });

/** A server with protocol 2026-07-28 over HTTP. */
async function http(): Promise<Transport> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'setup', version: '1.0.0' });
    server.registerTool('setup', {}, (ctx) => {
      const { pending, result } = requestInput(ctx, SETUP, { minHumanMs: 0 });
      return pending ?? retold(result);
    });
    return server;
  });
  const serve = toNodeHandler(handler);
  const server = createTestServer((request, response) => void serve(request as never, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => (server.closeAllConnections(), server.close()));
  return { type: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const REPLIES = [{ selected: [1] }, { selected: [0, 2] }, { selected: [], custom: 'Zoë' }] as const;

describe('stack: mcp', () => {
  it('asks for a 2025 server through the AI SDK’s client [answered] [declined]', async () => {
    const { broker, run } = await connected(stdio());
    const done = run('deploy');
    const shown = await answerIt(broker, ...REPLIES);
    expect(textOf(await done)).toBe('SQLite, Auth and Mail, Zoë');
    expect(shown.asker).toBe('Setup');
    const again = run('deploy');
    const [next] = await asked(broker);
    await broker.decline(next!.requestId);
    expect(textOf(await again)).toBe('decline');
  });

  it('withdraws the question with the run’s signal, which the client does not pass to its handler [trap] [aborted]', async () => {
    let current: AbortSignal | undefined;
    const { broker, run } = await connected(stdio(), { signal: () => current });
    const stop = new AbortController();
    // Without the signal, the question stays.
    const alone = outcome(run('deploy', stop.signal));
    const [left] = await asked(broker);
    stop.abort();
    expect(await alone).toContain('rejected');
    expect((await broker.get(left!.requestId))?.state).toBe('awaiting_user_response');
    await broker.cancel(left!.requestId);

    const other = new AbortController();
    current = other.signal;
    const done = outcome(run('deploy', other.signal));
    const [shown] = await asked(broker);
    other.abort();
    expect(await done).toContain('rejected');
    await expect.poll(async () => (await broker.get(shown!.requestId))?.settlement?.result.status).toBe('aborted');
  });
});

describe('stack: mcp-v2', () => {
  it('asks for a 2026 server through the AI SDK’s client [answered] [cancelled]', async () => {
    const { broker, run } = await connected(await http());
    const done = run('setup');
    await answerIt(broker, ...REPLIES);
    expect(textOf(await done)).toBe('answered: SQLite, Auth + Mail, Zoë');
    const again = run('setup');
    const [next] = await asked(broker);
    await broker.cancel(next!.requestId);
    expect(JSON.parse(textOf(await again))).toEqual({ status: 'cancelled' });
  });
});
