import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNotice } from '../../packages/ask-user/src/notice.js';
import { readOptions } from '../../packages/ask-user/src/options.js';
import { serve } from '../../packages/ask-user/src/server.js';

afterEach(() => vi.useRealTimers());

type Message = Readonly<Record<string, unknown>>;

/** Starts a server for a client with forms, and others, in this process. */
async function start(capabilities: object = {}) {
  const options = (await readOptions([])) ?? expect.unreachable();
  const sent: Message[] = [];
  const told: string[] = [];
  const titles: string[] = [];
  const server = serve({
    ...options,
    version: '1.0.0',
    env: {},
    home: '/nowhere',
    notice: createNotice((text) => titles.push(text)),
    printMessage: (line) => told.push(line),
    write: (message) => sent.push(JSON.parse(message) as Message),
  });
  onTestFinished(() => server.close());
  const receive = (message: object) =>
    server.receive(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  const find = (test: (message: Message) => boolean) =>
    vi.waitFor(() => sent.find(test) ?? expect.unreachable(), { timeout: 20_000 });
  receive({
    id: 0,
    method: 'initialize',
    params: { capabilities: { elicitation: {}, ...capabilities }, clientInfo: { name: 'a' } },
  });
  await find(({ id }) => id === 0);
  return { server, sent, told, titles, receive, find };
}

const CALL = { name: 'ask_user', arguments: { questions: [{ question: 'Name?' }] }, _meta: { progressToken: 'p' } };
const isForm = ({ method }: Message) => method === 'elicitation/create';
const isProgress = ({ method }: Message) => method === 'notifications/progress';

describe('a user who takes longer than a client waits in silence [R-MCP]', () => {
  it('is not cut off: the client receives progress until the answer is there, and then none', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { sent, told, titles, receive, find } = await start();
    receive({ id: 1, method: 'tools/call', params: CALL });
    const { id } = await find(isForm);
    expect(told).toEqual(['ask-user: A question waits for you.']);
    vi.advanceTimersByTime(75_000);
    expect(sent.filter(isProgress)).toHaveLength(7);
    expect(titles).toHaveLength(1);
    receive({ id, result: { action: 'accept', content: { q1: 'orders' } } });
    expect((await find((message) => message['id'] === 1))['result']).toMatchObject({
      structuredContent: { answered: true, answers: [{ answer: 'orders', wasCustom: true }] },
    });
    vi.advanceTimersByTime(75_000);
    expect(sent.filter(isProgress)).toHaveLength(7);
    expect(titles).toHaveLength(2);
  });

  it('may cancel the call, which withdraws the form', async () => {
    const { sent, receive, find } = await start();
    receive({ id: 1, method: 'tools/call', params: CALL });
    const { id: requestId } = await find(isForm);
    receive({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'Too slow' } });
    expect(await find(({ method }) => method === 'notifications/cancelled')).toMatchObject({ params: { requestId } });
    receive({ id: 2, method: 'ping' });
    await find(({ id }) => id === 2);
    expect(sent.some(({ id, method }) => id === 1 && method === undefined)).toBe(false);
  });
});

const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

describe('a client with MCP Apps [R-APP]', () => {
  it.each([
    ['that has them', APPS, ['ask_user', 'ask_user_later', 'await_answers', 'ask_user_answer']],
    ['of pages of another type', { extensions: { 'io.modelcontextprotocol/ui': {} } }, undefined],
    ['that has none', {}, undefined],
  ])('%s is offered what it can use', async (_, capabilities, names) => {
    const { receive, find } = await start(capabilities);
    receive({ id: 1, method: 'tools/list' });
    receive({ id: 2, method: 'tools/call', params: { name: 'ask_user_answer', arguments: {} } });
    const listed = (await find(({ id }) => id === 1))['result'] as {
      tools: { name: string; _meta?: { ui?: object } }[];
    };
    const { tools } = listed;
    expect(tools.map(({ name }) => name)).toEqual(names ?? ['ask_user', 'ask_user_later', 'await_answers']);
    expect(tools[0]!._meta?.ui !== undefined).toBe(names !== undefined);
    const called = await find(({ id }) => id === 2);
    expect(called).toMatchObject(names ? { result: { isError: true } } : { error: { code: -32_602 } });
  });

  it('is asked by the next way if it does not show the dialog, and then at once', async () => {
    const { sent, receive, find } = await start(APPS);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    receive({ id: 1, method: 'tools/call', params: CALL });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    const { id } = await find(isForm);
    receive({ id, result: { action: 'accept', content: { q1: 'orders' } } });
    expect(await find((message) => message['id'] === 1)).toMatchObject({
      result: { structuredContent: { answered: true } },
    });
    vi.useRealTimers();
    receive({ id: 2, method: 'tools/call', params: CALL });
    await find((message) => isForm(message) && message['id'] !== id);
    expect(sent.filter(isForm)).toHaveLength(2);
  });
});
