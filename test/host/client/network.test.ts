import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestServer } from '../../helpers/http-server.js';
import { createAskUserClient, type AskUserClient } from '../../../src/host/client/index.js';
import { createAskUserBroker, createAskUserHandler } from '../../../src/host/index.js';
import { toNodeListener } from '../../../src/host/node/index.js';
import { event, noop, shown, snapshot, wireEnding, wireRequest } from './helpers.js';

const left: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of left.splice(0)) await close();
});

/** Starts a real server whose responses the test provides. It can be stopped and started at the same address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const start = async (port: number) => {
    const server = createTestServer(answer);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return server;
  };
  let server = await start(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  left.push(stop);
  return {
    url: `http://127.0.0.1:${port}/ask-user/`,
    stop,
    start: async () => void (server = await start(port)),
  };
}

function connect(url: string): { client: AskUserClient; errors: unknown[] } {
  const errors: unknown[] = [];
  const client = createAskUserClient({ url, random: () => 0, onError: (error) => errors.push(error) });
  left.unshift(() => client.close());
  client.subscribe(noop);
  return { client, errors };
}

const openEvents = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

describe('a client on a real connection [R-HTTP]', () => {
  it('receives each event when it is sent, and the host notices when the client disconnects', async () => {
    let stream: ServerResponse | undefined;
    let gone = false;
    const { url } = await serve((request, response) => {
      expect(request.url).toBe('/ask-user/events');
      stream = openEvents(response);
      response.on('close', () => (gone = true));
      stream.write(snapshot([wireRequest('r1', 1)]));
    });
    const { client } = connect(url);
    await expect.poll(() => shown(client)).toMatchObject({ connection: 'online', requests: ['r1'] });
    stream!.write(event('settled', wireEnding('r1', { by: 'Ana' })));
    await expect.poll(() => shown(client).endings).toEqual(['r1 cancelled Ana not own']);
    client.close();
    await expect.poll(() => gone).toBe(true);
  });

  it('survives a server that is killed and started again', async () => {
    const lastIds: unknown[] = [];
    const { url, stop, start } = await serve((request, response) => {
      lastIds.push(request.headers['last-event-id']);
      openEvents(response).write(snapshot([wireRequest('r1', 1)], [], `a.${lastIds.length}`));
    });
    const { client, errors } = connect(url);
    await expect.poll(() => client.getState().connection).toBe('online');
    const before = client.getState().requests;
    await stop();
    await expect.poll(() => client.getState().connection).toBe('offline');
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(1);
    await start();
    await expect.poll(() => client.getState().connection, { timeout: 10_000 }).toBe('online');
    expect(client.getState().requests).toBe(before);
    expect(lastIds).toEqual([undefined, 'a.1']);
  });

  it('treats a redirect to a page as unauthorized, for its events and for an answer', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/login') response.writeHead(200, { 'content-type': 'text/html' }).end('<form>');
      else response.writeHead(302, { location: '/login' }).end();
    });
    const { client, errors } = connect(url);
    await expect.poll(() => client.getState().connection).toBe('unauthorized');
    expect(String(errors[0])).toMatch(/redirected to .*\/login/);
    expect(await client.answer('r1', [])).toMatchObject({ ok: false, code: 'unauthorized' });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [421, 'misdirected'],
  ] as const)(
    'is told that it was refused with %d, and recovers with the next delivery [R-ASYNC]',
    async (status, code) => {
      let session = 'expired';
      const { url } = await serve((request, response) => {
        if (session === 'expired') response.writeHead(status).end();
        else if (request.method === 'GET') openEvents(response).write(snapshot([wireRequest('r1', 1)]));
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
      });
      const { client, errors } = connect(url);
      await expect.poll(() => client.getState().connection).toBe(code);
      expect(await client.answer('r1', [])).toMatchObject({ ok: false, code });
      expect(client.getState().connection).toBe(code);
      session = 'renewed';
      expect(await client.answer('r1', [])).toEqual({ ok: true });
      await expect.poll(() => shown(client)).toMatchObject({ connection: 'online', requests: ['r1'] });
      expect(errors).toHaveLength(1);
    },
  );

  it('names `hosts` in its error if the real handler refuses the address of the page [R-ASYNC]', async () => {
    const broker = createAskUserBroker();
    left.push(() => broker.close());
    const handler = createAskUserHandler(broker, {
      authorize: () => ({ conversations: ['c1'] }),
      hosts: ['app.example'],
    });
    const { url } = await serve(toNodeListener(handler));
    const { client, errors } = connect(url);
    await expect.poll(() => client.getState().connection).toBe('misdirected');
    expect(String(errors[0])).toContain('Add that name to `hosts` of createAskUserHandler.');
    expect(await client.cancel('r1')).toMatchObject({ ok: false, code: 'misdirected' });
  });

  it('has its answer accepted if the connection broke before the response', async () => {
    const keys: unknown[] = [];
    const { url } = await serve((request, response) => {
      if (request.method === 'GET') return void openEvents(response).write(snapshot([wireRequest('r1', 1)]));
      request.resume().on('end', () => {
        keys.push(request.headers['idempotency-key']);
        if (keys.length === 1) request.socket.destroy();
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
      });
      return undefined;
    });
    const { client } = connect(url);
    expect(await client.answer('r1', [{ questionId: 'q1', selected: [0] }])).toEqual({ ok: true });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
