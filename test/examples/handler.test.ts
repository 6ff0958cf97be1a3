import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MockLanguageModelV3 } from 'ai/test';
import { toNodeListener } from 'react-ask-user/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestServer } from '../helpers/http-server.js';
import { createHandler } from '../../examples/chat/server/handler.js';
import { listen } from '../../examples/chat/server/listen.js';
import { createScriptedModel } from '../../examples/chat/server/script/scripted-model.js';

const bytes = (content: string) => new TextEncoder().encode(content);
const page = new Map([
  ['/', { body: bytes('<!doctype html>'), type: 'text/html; charset=utf-8' }],
  ['/assets/page-1a2b.js', { body: bytes('export {}'), type: 'text/javascript; charset=utf-8' }],
]);
const START = { type: 'stream-start' as const, warnings: [] };
const hello = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Set up a service' }] }];
const json = { 'content-type': 'application/json' };

let server: Server;
let address: string;
const onError = vi.fn<(error: unknown) => void>();

async function start(delayMs = 0): Promise<void> {
  const model = createScriptedModel({ toolName: 'ask_user_question', delayMs });
  server = createTestServer(toNodeListener(createHandler({ model, page, onError })));
  address = await listen(server, 0);
}

const post = (body: BodyInit, headers: Readonly<Record<string, string>> = json) =>
  fetch(`${address}/api/chat`, { method: 'POST', headers, body });

beforeEach(async () => {
  onError.mockReset();
  await start();
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(onError.mock.calls).toEqual([]);
});

describe('POST /api/chat', () => {
  it('streams the agent’s turn', async () => {
    const response = await post(JSON.stringify({ messages: hello }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const stream = await response.text();
    expect(stream).toContain('"type":"tool-input-available"');
    expect(stream).toContain('Which database should we use?');
  });

  it.each(['', '{', 'null', '[]', '{"messages":[]}', '{"messages":[{"role":"user"}]}', '{"messages":"hello"}'])(
    'refuses %j',
    async (body) => {
      const response = await post(body);
      expect([response.status, await response.text()]).toEqual([
        400,
        'Send {"messages": […]} with at least one message.',
      ]);
    },
  );

  it('refuses a body over one megabyte, with or without a declared length', async () => {
    const big = JSON.stringify({ messages: hello, padding: 'x'.repeat(1_000_000) });
    expect((await post(big)).status).toBe(413);
    const init = { method: 'POST', headers: json, body: new Blob([big]).stream(), duplex: 'half' };
    expect((await fetch(`${address}/api/chat`, init)).status).toBe(413);
  });

  it('refuses requests that another site or an HTML form could send', async () => {
    const body = JSON.stringify({ messages: hello });
    expect((await post(body, { ...json, origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await post(body, { ...json, origin: 'null' })).status).toBe(403);
    expect((await post(body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(body, { ...json, origin: address })).status).toBe(200);
  });

  it('refuses a page whose host name resolves to this server', async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.end(
      'POST /api/chat HTTP/1.1\r\nhost: elsewhere.example\r\norigin: http://elsewhere.example\r\n' +
        'content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 403 /);
  });

  it('stops the model when the page disconnects', async () => {
    const model = new MockLanguageModelV3({
      doStream: async () => ({ stream: new ReadableStream({ start: (stream) => stream.enqueue(START) }) }),
    });
    const other = createTestServer(toNodeListener(createHandler({ model, page, onError })));
    const leave = new AbortController();
    const response = await fetch(`${await listen(other, 0)}/api/chat`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ messages: hello }),
      signal: leave.signal,
    });
    expect(response.status).toBe(200);
    await expect.poll(() => model.doStreamCalls).toHaveLength(1);
    expect(model.doStreamCalls[0]?.abortSignal?.aborted).toBe(false);
    leave.abort();
    await expect.poll(() => model.doStreamCalls[0]?.abortSignal?.aborted).toBe(true);
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });

  it('refuses other methods', async () => {
    const response = await fetch(`${address}/api/chat`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the page', () => {
  it('is served with its type, a strict policy, and caching only for assets', async () => {
    const response = await fetch(`${address}/`);
    expect(await response.text()).toBe('<!doctype html>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    const asset = await fetch(`${address}/assets/page-1a2b.js`, { method: 'HEAD' });
    expect([asset.status, await asset.text()]).toEqual([200, '']);
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });

  it('does not serve any other path or method', async () => {
    for (const path of ['/nothing', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
      expect((await fetch(address + path)).status).toBe(404);
    }
    expect((await fetch(`${address}/`, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('the server', () => {
  it('listens on the next port if the first is in use', async () => {
    const second = createServer();
    const port = Number(new URL(address).port);
    const other = await listen(second, port);
    second.close();
    expect(Number(new URL(other).port)).toBeGreaterThan(port);
  });
});
