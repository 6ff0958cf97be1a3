import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { as, connectTo, createRealHost, noop, pass, shown } from './helpers.js';
import { createTestBackend, fakedClock, makeRequest, replyTo } from '../helpers.js';

const C1 = { conversationId: 'c1' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

describe('a client of a host with several nodes [R-HTTP]', () => {
  it('learns that the agent on another node did not receive the answer, even if it connects later', async () => {
    const backend = createTestBackend(fakedClock);
    const web = createRealHost({ store: backend.connect() });
    const store = backend.connect();
    const errors: unknown[] = [];
    const agent = createRealHost({ store, onError: (error) => errors.push(error) });
    const { client } = connectTo({ fetch: as('Me', web.fetch) });
    client.subscribe(noop);
    const stop = new AbortController();
    const result = agent.broker.ask(makeRequest('r1'), { ...C1, signal: stop.signal });
    await pass();
    // The store hangs only for the agent's node.
    let back = noop;
    const hanging = new Promise<void>((resolve) => (back = resolve));
    store.deaf = true;
    for (const method of ['settle', 'get', 'list'] as const) store.before[method] = () => hanging;
    stop.abort();
    expect(await client.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    await pass(5_000);
    expect(await result).toEqual({ status: 'aborted' });
    expect(client.getState().settled[0]).not.toHaveProperty('reached');
    back();
    await pass(30_000);
    expect(errors).toMatchObject([{ name: 'AbandonedError', requestId: 'r1' }]);
    expect(client.getState().settled).toMatchObject([
      { isLocal: true, reached: false, result: { status: 'answered' } },
    ]);
    expect(shown(client).endings).toHaveLength(1);
    const lookup = await web.fetch('http://host/ask-user/requests/r1', {});
    expect(await lookup.json()).toMatchObject({ settlement: { requestId: 'r1', reached: false } });
    client.close();
    await Promise.all([web.broker.close(), agent.broker.close()]);
  });
});

describe('a client over HTTP [R-UNATTENDED]', () => {
  it('counts as a user who can see the request, until it has been away long enough', async () => {
    const reported: string[] = [];
    const host = createRealHost({ onUnattended: ({ request }) => void reported.push(request.requestId) });
    void host.broker.ask(makeRequest('r1'), C1);
    const connect = () => {
      const { client } = connectTo({ fetch: as('Me', host.fetch) });
      client.subscribe(noop);
      return client;
    };
    const first = connect();
    await pass(120_000);
    first.close();
    await pass(25_000);
    const second = connect();
    await pass(120_000);
    expect(reported).toEqual([]);
    second.close();
    await pass(29_000);
    expect(reported).toEqual([]);
    await pass(2_000);
    expect(reported).toEqual(['r1']);
    await host.broker.close();
  });
});
