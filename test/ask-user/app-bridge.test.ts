import { describe, expect, it, vi } from 'vitest';
import { createBridge, type Fields } from '../../packages/ask-user/src/app/page/bridge.js';

/** A page in a host that only records what it receives. */
function start() {
  const received: Fields[] = [];
  const parent = { postMessage: (message: Fields) => void received.push(message) } as unknown as Window;
  let listener: (event: MessageEvent<unknown>) => void = () => {};
  const self = { parent, addEventListener: (_: string, given: typeof listener) => (listener = given) };
  const onInput = vi.fn<(params: Fields) => void>();
  const bridge = createBridge(self as unknown as Window, {
    notifications: { input: onInput },
    requests: {
      echo: async (params) => params,
      fail: () => Promise.reject(new Error('secret')),
    },
  });
  return {
    bridge,
    received,
    onInput,
    send: (data: unknown, source: unknown = parent) => listener({ source, data } as unknown as MessageEvent<unknown>),
  };
}

const jsonrpc = '2.0';

describe('the bridge of the MCP App [R-APP]', () => {
  it('sends requests, and settles each with its own response', async () => {
    const { bridge, received, send } = start();
    const [first, second, third] = [bridge.request('a', { x: 1 }), bridge.request('b', {}), bridge.request('c', {})];
    expect(received).toEqual([
      { jsonrpc, id: 1, method: 'a', params: { x: 1 } },
      { jsonrpc, id: 2, method: 'b', params: {} },
      { jsonrpc, id: 3, method: 'c', params: {} },
    ]);
    send({ jsonrpc, id: 9, result: {} });
    send({ jsonrpc, id: null, result: {} });
    send({ jsonrpc, id: 2, error: { code: -1, message: 'denied' } });
    send({ jsonrpc, id: 1, result: { y: 2 } });
    send({ jsonrpc, id: 3, result: 'no object' });
    expect(await first).toEqual({ y: 2 });
    await expect(second).rejects.toThrow('denied');
    await expect(third).rejects.toThrow('no result');
  });

  it('answers requests of the host, or refuses them', async () => {
    const { received, send } = start();
    send({ jsonrpc, id: 'a', method: 'echo', params: { x: 1 } });
    send({ jsonrpc, id: 'b', method: 'echo' });
    send({ jsonrpc, id: 'c', method: 'echo', params: [1] });
    send({ jsonrpc, id: 'd', method: 'fail' });
    send({ jsonrpc, id: 'e', method: 'toString' });
    send({ jsonrpc, id: 'f', method: 7 });
    await vi.waitFor(() => expect(received).toHaveLength(6));
    const of = (id: string) => received.find((message) => message['id'] === id);
    expect(of('a')).toEqual({ jsonrpc, id: 'a', result: { x: 1 } });
    expect(of('b')).toEqual({ jsonrpc, id: 'b', result: {} });
    expect(of('c')).toMatchObject({ error: { code: -32_602 } });
    expect(of('d')).toEqual({ jsonrpc, id: 'd', error: { code: -32_603, message: 'Internal error' } });
    expect(of('e')).toMatchObject({ error: { code: -32_601 } });
    expect(of('f')).toMatchObject({ error: { code: -32_600 } });
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { method: 'input', params: {} },
    { jsonrpc: '1.0', method: 'input', params: {} },
    { jsonrpc, method: 'other', params: {} },
    { jsonrpc, method: 'constructor', params: {} },
    { jsonrpc, method: 'echo', params: {} },
    { jsonrpc, method: 7 },
    { jsonrpc, method: 'input', params: 'text' },
    { jsonrpc, method: 'input', id: {}, params: {} },
  ])('ignores %j', (message) => {
    const { received, onInput, send } = start();
    send(message);
    expect(onInput).not.toHaveBeenCalled();
    expect(received).toEqual([]);
  });

  it('ignores every window but the one that contains the page', async () => {
    const { bridge, received, onInput, send } = start();
    const asked = bridge.request('a', {});
    send({ jsonrpc, method: 'input', params: {} }, { postMessage: () => {} });
    send({ jsonrpc, id: 1, result: { from: 'another window' } }, null);
    send({ jsonrpc, id: 'x', method: 'echo' }, {});
    send({ jsonrpc, method: 'input', params: { from: 'host' } });
    send({ jsonrpc, id: 1, result: { from: 'host' } });
    expect(await asked).toEqual({ from: 'host' });
    expect(onInput.mock.calls).toEqual([[{ from: 'host' }]]);
    expect(received).toHaveLength(1);
  });
});
