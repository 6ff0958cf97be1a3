import { describe, expect, it, vi } from 'vitest';
import { createAskUserClient } from '../../../src/host/client/index.js';
import {
  connectTo,
  createScriptedHost,
  event,
  inFakeTime,
  noop,
  pass,
  shown,
  snapshot,
  URL_OF_HOST,
  wireEnding,
  wireRequest,
} from './helpers.js';

inFakeTime();

describe('a client with a subscriber [R-HTTP]', () => {
  it('reads the snapshot, then each event', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    expect(client.getState()).toBe(client.getInitialState());
    await pass();
    expect(host.streams).toHaveLength(0);
    const heard = vi.fn<() => void>();
    client.subscribe(heard);
    await pass();
    expect(host.streams[0]!.request.headers.get('accept')).toBe('text/event-stream');
    host.streams[0]!.write(snapshot([wireRequest('r2', 2)]));
    await pass();
    expect(shown(client)).toEqual({ connection: 'online', requests: ['r2'], endings: [] });
    host.streams[0]!.write(event('awaiting_user_response', wireRequest('r1', 1)));
    host.streams[0]!.write(event('settled', wireEnding('r2', { by: 'Ana' })));
    host.streams[0]!.write(event('something_new', { of: 'a later version' }));
    await pass();
    expect(shown(client)).toEqual({ connection: 'online', requests: ['r1'], endings: ['r2 cancelled Ana not own'] });
    expect(heard).toHaveBeenCalledTimes(4);
    client.close();
  });

  it('keeps the connection during a remount, and closes it after 1 s without a subscriber', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    const leave = client.subscribe(noop);
    await pass();
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)], [], 'a.1'));
    leave();
    leave();
    const again = client.subscribe(noop);
    await pass(5_000);
    expect(host.streams).toHaveLength(1);
    again();
    await pass(999);
    expect(host.streams[0]!.isCancelled()).toBe(false);
    await pass(1);
    expect(host.streams[0]!.isCancelled()).toBe(true);
    expect(host.streams[0]!.signal.aborted).toBe(true);
    expect(shown(client)).toMatchObject({ connection: 'connecting', requests: ['r1'] });
    client.subscribe(noop);
    await pass();
    expect(host.streams[1]!.request.headers.get('last-event-id')).toBe('a.1');
    client.close();
  });

  it('sends the headers, the conversation, and the query of its URL with each call', async () => {
    const host = createScriptedHost();
    let token = 0;
    const { client } = connectTo(host, {
      url: `${URL_OF_HOST}//?tenant=7&next=/a?b=1`,
      conversationId: 'a b&c',
      headers: async () => ({ authorization: `Bearer ${++token}` }),
    });
    client.subscribe(noop);
    await pass();
    await client.cancel('r/1', { reason: 'later' });
    client.reconnect();
    expect(host.streams.map(({ request }) => request.url)).toEqual([
      `${URL_OF_HOST}/events?tenant=7&next=/a?b=1&conversationId=a%20b%26c`,
    ]);
    expect(host.streams[0]!.request.headers.get('authorization')).toBe('Bearer 1');
    expect(host.calls[0]).toMatchObject({
      path: '/requests/r%2F1/cancel?tenant=7&next=/a?b=1&conversationId=a%20b%26c',
      body: { reason: 'later' },
    });
    client.close();
  });

  it('stays connected while one subscriber remains, and sends cookies if configured', async () => {
    const host = createScriptedHost();
    const sent: (string | undefined)[] = [];
    const fetch: typeof host.fetch = (url, init) => (sent.push(init.credentials), host.fetch(url, init));
    const { client } = connectTo({ fetch }, { credentials: 'include' });
    client.subscribe(noop);
    client.subscribe(noop)();
    await pass(5_000);
    expect(host.streams[0]!.isCancelled()).toBe(false);
    await client.cancel('r1');
    expect(sent).toEqual(['include', 'include']);
    client.close();
  });

  it('does not notify a listener again because it subscribes another one', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    let heard = 0;
    const listen = () => {
      heard += 1;
      if (heard < 10) client.subscribe(listen);
    };
    client.subscribe(listen);
    await pass();
    host.streams[0]!.write(event('awaiting_user_response', wireRequest('r1', 1)));
    await pass();
    expect(heard).toBe(1);
    client.close();
  });

  it('throws an explanation if it has no `url`', () => {
    expect(() => createAskUserClient({ url: '' })).toThrow(/`url` is missing.*\{ url: "\/ask-user" \}/);
  });
});

describe('a closed client leaves nothing behind [R-HTTP]', () => {
  it.each([0, 1_000, 45_100])('%d ms after it was opened', async (ms) => {
    const host = createScriptedHost({ call: () => new Promise<Response>(noop) });
    const { client } = connectTo(host);
    const heard = vi.fn<() => void>();
    client.subscribe(heard);
    await pass(ms);
    for (const { write, isCancelled } of host.streams) if (!isCancelled()) write(snapshot([wireRequest('r1', 1)]));
    const delivery = client.answer('r1', []);
    await pass();
    heard.mockClear();
    client.close();
    client.close();
    expect(heard).toHaveBeenCalledTimes(1);
    expect(client.getState().connection).toBe('closed');
    expect(await delivery).toMatchObject({ ok: false, code: 'offline' });
    expect(await client.answer('r1', [])).toMatchObject({ ok: false, code: 'offline' });
    client.subscribe(heard)();
    await pass();
    expect(vi.getTimerCount()).toBe(0);
    expect(host.streams.every(({ isCancelled }) => isCancelled())).toBe(true);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('while it handles a message (after %d turns)', async (turns) => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    client.subscribe(noop);
    await pass();
    host.streams[0]!.write(snapshot());
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    client.close();
    await pass();
    expect(client.getState().connection).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('but its requests can still be dismissed, which notifies its subscribers', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    const heard = vi.fn<() => void>();
    client.subscribe(heard);
    await pass();
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)]) + event('settled', wireEnding('r1')));
    await pass();
    client.close();
    heard.mockClear();
    client.dismiss('r1');
    expect(heard).toHaveBeenCalledTimes(1);
    expect(shown(client).endings).toEqual([]);
  });

  it('if a listener closes it while it handles an event, or throws', async () => {
    const host = createScriptedHost();
    const { client, errors } = connectTo(host);
    client.subscribe(() => {
      throw new Error('a listener of mine');
    });
    client.subscribe(() => client.close());
    await pass();
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)]) + event('settled', wireEnding('r1')));
    await pass();
    expect(shown(client)).toEqual({ connection: 'closed', requests: ['r1'], endings: [] });
    expect(errors.map(String)).toContain('Error: a listener of mine');
    expect(host.streams[0]!.isCancelled()).toBe(true);
  });
});
