import { describe, expect, it, vi } from 'vitest';
import { createProtocol, type ProtocolCall } from '../../packages/ask-user/src/protocol.js';

const TOOL = { name: 'ask', title: 'Ask', description: 'Asks', inputSchema: { type: 'object' }, annotations: {} };
const serverInfo = { name: 'ask-user', version: '1.2.3' };
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'Modern' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

type Message = Readonly<Record<string, unknown>>;

function start(call: (call: ProtocolCall) => Promise<object> = async () => ({ content: [] })) {
  const sent: Message[] = [];
  const errors: string[] = [];
  const protocol = createProtocol({
    serverInfo,
    offer: () => ({ tools: [TOOL], resources: [] }),
    call,
    read: async () => [],
    write: (message) => sent.push(JSON.parse(message) as Message),
    onError: (message) => errors.push(message),
  });
  const receive = (...messages: readonly unknown[]) =>
    protocol.receive(Buffer.from(messages.map((one) => `${JSON.stringify(one)}\n`).join('')));
  const response = (id: unknown): Promise<Message> =>
    vi.waitFor(() => sent.find((message) => message['id'] === id && !('method' in message)) ?? expect.unreachable());
  return { protocol, sent, errors, receive, response };
}

const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params });

describe('the protocol of ask-user mcp [R-MCP]', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2031-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('agrees with a client of %s on %s', async (protocolVersion, agreed) => {
    const { receive, response } = start();
    receive(request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x' } }));
    expect(await response(0)).toEqual({
      jsonrpc: '2.0',
      id: 0,
      result: { protocolVersion: agreed, capabilities: { tools: {} }, serverInfo },
    });
  });

  it('describes itself to a client of 2026-07-28 in every response', async () => {
    const { receive, response } = start();
    receive(request('d', 'server/discover', { _meta: MODERN }), request('l', 'tools/list', { _meta: MODERN }));
    const common = {
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    };
    expect((await response('d'))['result']).toEqual({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      ...common,
    });
    expect((await response('l'))['result']).toEqual({ tools: [TOOL], ...common });
  });

  it('refuses a version that it does not speak, and names its own', async () => {
    const { receive, response } = start();
    const _meta = { ...MODERN, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    receive(request(1, 'server/discover', { _meta }));
    expect((await response(1))['error']).toEqual({
      code: -32_022,
      message: 'Unsupported protocol version: "2027-01-01"',
      data: { supported: ['2026-07-28'], requested: '2027-01-01' },
    });
  });

  it.each([
    ['resources/list', {}, -32_601],
    ['toString', {}, -32_601],
    ['server/discover', {}, -32_601],
    ['ping', { _meta: MODERN }, -32_601],
    ['initialize', { _meta: MODERN }, -32_601],
    ['tools/call', {}, -32_602],
    ['tools/call', { name: 'constructor' }, -32_602],
    ['tools/call', { name: 7 }, -32_602],
  ])('refuses %s with %j', async (method, params, code) => {
    const { receive, response } = start();
    receive(request(1, method, params));
    expect((await response(1))['error']).toMatchObject({ code });
  });

  it('tells a call who the client is, in both versions', async () => {
    const calls: ProtocolCall[] = [];
    const { receive, response } = start(async (call) => {
      calls.push(call);
      return {};
    });
    receive(
      request(0, 'initialize', { capabilities: { sampling: {} }, clientInfo: { name: 'Old' } }),
      request(1, 'tools/call', { name: 'ask', arguments: { a: 1 }, _meta: { progressToken: 0 } }),
      request(2, 'tools/call', { name: 'ask', arguments: [], inputResponses: { k: {} }, _meta: MODERN }),
    );
    await response(1);
    await response(2);
    expect(calls).toEqual([
      expect.objectContaining({
        isModern: false,
        input: { a: 1 },
        capabilities: { sampling: {} },
        clientInfo: { name: 'Old' },
        progressToken: 0,
        inputResponses: undefined,
      }),
      expect.objectContaining({
        isModern: true,
        input: {},
        capabilities: { elicitation: {} },
        clientInfo: { name: 'Modern' },
        progressToken: undefined,
        inputResponses: { k: {} },
      }),
    ]);
  });

  it.each([
    ['AbortError: user-cancel', 'The agent cancelled the call.'],
    ['user-cancel', 'The agent cancelled the call.'],
    ['McpError: MCP error -32001: Request timed out', 'The agent cancelled the call.'],
    [' ', 'The agent cancelled the call.'],
    ['The user typed a new message', 'The user typed a new message'],
  ])('words the reason %j of a cancellation for the user', async (reason, text) => {
    const told: unknown[] = [];
    const { receive, response } = start(({ signal }) => {
      signal.addEventListener('abort', () => told.push(signal.reason));
      return new Promise(() => {});
    });
    receive(request(7, 'tools/call', { name: 'ask' }));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason } });
    receive(request(8, 'ping'));
    await response(8);
    expect(told).toEqual([text]);
  });

  it('aborts a cancelled call, also the first one, and does not respond to it', async () => {
    const aborted: unknown[] = [];
    const { receive, sent, response } = start(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ reason: aborted.push(signal.reason) }));
        }),
    );
    receive(request(0, 'tools/call', { name: 'ask' }));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0, reason: 'Too slow' } });
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'other' } });
    receive(request(1, 'ping'));
    await response(1);
    expect(aborted).toEqual(['Too slow']);
    expect(sent.map(({ id }) => id)).toEqual([1]);
  });

  it('sends requests, and cancels those whose call is aborted', async () => {
    const stop = new AbortController();
    const { receive, sent, response } = start(async (call) => {
      const first = await call.request('elicitation/create', { message: 'One' }, call.signal);
      const second = await call
        .request('elicitation/create', {}, call.signal)
        .catch(({ code }: { code: number }) => code);
      const third = await call.request('elicitation/create', {}, stop.signal).catch(String);
      return { first, second, third };
    });
    receive(request('c', 'tools/call', { name: 'ask' }));
    const sentNow = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));
    await sentNow(1);
    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: { message: 'One' } });
    receive({ jsonrpc: '2.0', id: 7, result: 'nobody asked' }, { jsonrpc: '2.0', id: 0, result: { action: 'accept' } });
    await sentNow(2);
    receive({ jsonrpc: '2.0', id: 1, error: { code: -32_001, message: 'No' } });
    await sentNow(3);
    stop.abort('Enough');
    await response('c');
    expect(sent.slice(3)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, reason: 'Enough' } },
      { jsonrpc: '2.0', id: 'c', result: { first: { action: 'accept' }, second: -32_001, third: 'Enough' } },
    ]);
  });

  it('reads messages in pieces, several at once, and in a list', async () => {
    const { protocol, response } = start();
    const text = `${JSON.stringify(request('ü', 'ping'))}\r\n\n${JSON.stringify([request(2, 'ping'), request(3, 'ping')])}\n`;
    for (const byte of Buffer.from(text)) protocol.receive(Buffer.from([byte]));
    for (const id of ['ü', 2, 3]) expect(await response(id)).toMatchObject({ result: {} });
  });

  it('survives what is not JSON, and what is no message', async () => {
    const { protocol, receive, response, sent } = start();
    protocol.receive(Buffer.from('{nope\n'));
    for (const one of [null, 7, 'x', {}, { id: 1 }, { method: 'x' }, { id: {}, method: 'ping' }]) receive(one);
    receive(request(1, 'ping'));
    await response(1);
    expect(sent[0]).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(sent).toHaveLength(2);
  });

  it('hides an unexpected error from the client', async () => {
    const { receive, response, errors } = start(async () => {
      throw new Error('secret path');
    });
    receive(request(1, 'tools/call', { name: 'ask' }));
    expect((await response(1))['error']).toEqual({ code: -32_603, message: 'Internal error' });
    expect(errors).toEqual(['secret path']);
  });

  it('writes nothing once it is closed', async () => {
    const { protocol, receive, sent } = start(
      ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
    );
    receive(request(1, 'tools/call', { name: 'ask' }));
    protocol.close();
    await Promise.resolve();
    expect(sent).toEqual([]);
  });

  it('offers tools and resources to those clients that can use them', async () => {
    const resource = { uri: 'ui://a', name: 'a', title: 'A', mimeType: 'text/html' };
    const sent: Message[] = [];
    const protocol = createProtocol({
      serverInfo,
      offer: ({ capabilities }) => ({ tools: [], resources: 'ui' in capabilities ? [resource] : [] }),
      call: async () => ({}),
      read: async (uri, { clientInfo }) => [{ uri, text: clientInfo['name'] }],
      write: (message) => sent.push(JSON.parse(message) as Message),
      onError: () => {},
    });
    const capable = { ...MODERN, 'io.modelcontextprotocol/clientCapabilities': { ui: {} } };
    const messages = [
      request(0, 'initialize', { capabilities: {} }),
      request(1, 'resources/list'),
      request(2, 'resources/read', { uri: 'ui://a' }),
      request(3, 'server/discover', { _meta: capable }),
      request(4, 'resources/list', { _meta: capable }),
      request(5, 'resources/read', { _meta: capable, uri: 'ui://a' }),
      request(6, 'resources/read', { _meta: capable, uri: 'ui://b' }),
      request(7, 'initialize', { capabilities: { ui: {} }, clientInfo: { name: 'Old' } }),
      request(8, 'resources/read', { uri: 'ui://a' }),
    ];
    for (const message of messages) protocol.receive(Buffer.from(`${JSON.stringify(message)}\n`));
    await vi.waitFor(() => expect(sent).toHaveLength(messages.length));
    const of = (id: number) => sent.find((message) => message['id'] === id);
    expect(of(0)).toMatchObject({ result: { capabilities: { tools: {} } } });
    expect([of(1), of(2)]).toMatchObject([{ error: { code: -32_601 } }, { error: { code: -32_601 } }]);
    expect(of(3)).toMatchObject({ result: { capabilities: { tools: {}, resources: {} } } });
    expect(of(4)).toMatchObject({ result: { resources: [resource], cacheScope: 'private' } });
    expect(of(5)).toMatchObject({ result: { contents: [{ uri: 'ui://a', text: 'Modern' }], ttlMs: 0 } });
    expect(of(6)).toMatchObject({ error: { code: -32_602 } });
    expect(of(7)).toMatchObject({ result: { capabilities: { resources: {} } } });
    expect(of(8)).toEqual({ jsonrpc: '2.0', id: 8, result: { contents: [{ uri: 'ui://a', text: 'Old' }] } });
  });
});
