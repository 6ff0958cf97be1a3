import { describe, expect, it, vi } from 'vitest';
import {
  connectTo,
  createRealHost,
  createScriptedHost,
  event,
  inFakeTime,
  noop,
  pass,
  shown,
  snapshot,
  wireRequest,
} from './helpers.js';

inFakeTime();

const page = (text: string, init: ResponseInit = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html' }, ...init });

describe('a client that reconnects [R-HTTP]', () => {
  it('waits longer each time, up to 30 s, with a random delay', async () => {
    const waits = async (random: () => number) => {
      let passed = 0;
      const at: number[] = [];
      const host = createScriptedHost({
        events: () => (at.push(passed), Promise.reject(new TypeError('no network'))),
      });
      const { client, errors } = connectTo(host, { random });
      client.subscribe(noop);
      while (passed < 200_000) {
        passed += 100;
        await pass(100);
      }
      expect(client.getState().connection).toBe('offline');
      expect(errors).toHaveLength(at.length);
      client.close();
      return at.slice(1).map((time, i) => time - at[i]!);
    };
    expect(new Set(await waits(() => 0))).toEqual(new Set([500]));
    const longest = await waits(() => 0.999);
    expect(longest.slice(0, 7).map((wait) => Math.round(wait / 1_000))).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('waits 30 to 60 s if the host refuses access', async () => {
    const wait = async (random: number) => {
      let tries = 0;
      const host = createScriptedHost({ events: () => (tries++, page('', { status: 401 })) });
      const { client } = connectTo(host, { random: () => random });
      client.subscribe(noop);
      let passed = 0;
      for (; tries < 2 && passed < 120_000; passed += 1_000) await pass(1_000);
      client.close();
      return passed;
    };
    expect(await wait(0)).toBe(30_000);
    expect(await wait(0.999)).toBe(60_000);
  });

  it('waits briefly again after a connection that lasted 5 s', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host, { random: () => 0.999 });
    client.subscribe(noop);
    const waitAfter = async (ms: number) => {
      await pass();
      const { length } = host.streams;
      host.streams.at(-1)!.write(snapshot());
      await pass(ms);
      host.streams.at(-1)!.fail();
      let passed = 0;
      for (; host.streams.length === length && passed < 60_000; passed += 500) await pass(500);
      return passed;
    };
    expect([await waitAfter(4_000), await waitAfter(4_000), await waitAfter(4_000)]).toEqual([1_000, 2_000, 4_000]);
    expect(await waitAfter(5_000)).toBe(1_000);
    client.close();
  });

  it('cancels a response that arrives after the client was closed', async () => {
    let respond: (response: Response) => void = noop;
    const host = createScriptedHost({ events: () => new Promise<Response>((resolve) => (respond = resolve)) });
    const { client } = connectTo(host);
    client.subscribe(noop);
    await pass();
    client.close();
    const cancel = vi.fn();
    respond(new Response(new ReadableStream({ cancel }), { headers: { 'content-type': 'text/event-stream' } }));
    await pass();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('reconnects at once after a clean end, without a visible status change', async () => {
    const host = createScriptedHost();
    const { client, errors } = connectTo(host);
    const connections: string[] = [];
    client.subscribe(() => connections.push(client.getState().connection));
    await pass();
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)], [], 'a.1'));
    await pass(5_000);
    host.streams[0]!.end();
    await pass();
    expect(host.streams).toHaveLength(2);
    expect(host.streams[1]!.request.headers.get('last-event-id')).toBe('a.1');
    host.streams[1]!.write(snapshot([wireRequest('r1', 1)]));
    await pass();
    expect(new Set(connections)).toEqual(new Set(['connecting', 'online']));
    // A host that ends every stream is not called without a pause.
    host.streams[1]!.end();
    await pass(499);
    expect(host.streams).toHaveLength(2);
    expect(client.getState().connection).toBe('offline');
    await pass(1);
    expect(host.streams).toHaveLength(3);
    expect(errors).toEqual([]);
    client.close();
  });

  it.each([0, 0.9])('becomes offline if the interruption lasts 2 s (%d)', async (share) => {
    const host = createScriptedHost();
    const { client } = connectTo(host, { random: () => share });
    client.subscribe(noop);
    await pass();
    host.streams[0]!.write(snapshot());
    await pass(5_000);
    host.streams[0]!.end();
    await pass(1_999);
    expect(client.getState().connection).toBe('online');
    await pass(1);
    expect(client.getState().connection).toBe('offline');
    host.streams[1]!.write(snapshot());
    await pass();
    expect(client.getState().connection).toBe('online');
    client.close();
  });

  it('does not trust a silent connection, or a fetch that never returns', async () => {
    const host = createScriptedHost({ events: (nth) => (nth === 1 ? new Promise(noop) : undefined) });
    const { client, errors } = connectTo(host);
    client.subscribe(noop);
    await pass(44_999);
    expect(client.getState().connection).toBe('connecting');
    await pass(1);
    expect(client.getState().connection).toBe('offline');
    await pass(500);
    host.streams[0]!.write(snapshot());
    for (let beats = 0; beats < 10; beats++) {
      await pass(15_000);
      host.streams[0]!.write(': still here\n\n');
    }
    await pass(44_999);
    expect(client.getState().connection).toBe('online');
    await pass(1);
    expect(client.getState().connection).toBe('offline');
    expect(host.streams[0]!.isCancelled()).toBe(true);
    expect(String(errors.at(-1))).toMatch(/The server sent nothing/);
    client.close();
  });

  it('waits for three heartbeats of its server, and never less than 45 s', async () => {
    for (const [heartbeatMs, ms] of [
      [60_000, 180_000],
      [1_000, 45_000],
      [2 ** 31 - 1, Infinity],
      [-1, 45_000],
      ['soon', 45_000],
      [null, 45_000],
      [undefined, 45_000],
    ] as const) {
      const host = createScriptedHost();
      const { client, errors } = connectTo(host);
      client.subscribe(noop);
      await pass();
      host.streams[0]!.write(event('snapshot_start', { heartbeatMs }) + event('snapshot_end', {}));
      await pass(Math.min(ms, 3_600_000) - 1);
      expect([client.getState().connection, errors]).toEqual(['online', []]);
      await pass(1);
      expect(client.getState().connection).toBe(ms === Infinity ? 'online' : 'offline');
      client.close();
    }
  });

  it('stays connected to a server with slow heartbeats, also when its tab is shown', async () => {
    const host = createRealHost({}, { heartbeatMs: 60_000 });
    const { client, errors } = connectTo(host);
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    client.subscribe(noop);
    await pass(1_000);
    page.dispatchEvent(new Event('visibilitychange'));
    await pass(150_000);
    expect([client.getState().connection, errors]).toEqual(['online', []]);
    client.close();
    await host.broker.close();
  });

  it.each([
    ['the page of a proxy', () => page('<h1>Welcome</h1>'), 'offline', /got text\/html.* \(status 200\)/],
    ['a failing host', () => page('oops', { status: 502 }), 'offline', /502/],
    ['a wrong address', () => page('', { status: 404 }), 'offline', /404/],
    ['a response 401', () => Response.json({ code: 'unauthorized' }, { status: 401 }), 'unauthorized', /refused.*401/],
    ['a response 403', () => new Response(null, { status: 403 }), 'forbidden', /refused.*403/],
    [
      'a response 421',
      () => new Response(null, { status: 421 }),
      'misdirected',
      /421.*`hosts` of createAskUserHandler/,
    ],
    [
      'a redirect to a sign-in page',
      () => Object.defineProperty(page('<form>'), 'redirected', { value: true }),
      'unauthorized',
      /redirected/,
    ],
    [
      'a fetch that cannot read streams',
      () => new Response(null, { headers: { 'content-type': 'text/event-stream' } }),
      'offline',
      /cannot stream responses/,
    ],
    ['a stream of another type', () => new Response('data: {}\n\n'), 'offline', /Expected text\/event-stream/],
    ['an invalid event', () => stream('event: orphaned\ndata: {"req\n\n'), 'offline', /"orphaned"/],
    [
      'a snapshot with an invalid event',
      () => stream(`${event('snapshot_start', {})}${event('orphaned', { request: 7 })}`),
      'offline',
      /"orphaned"/,
    ],
    ['an invalid start of a snapshot', () => stream(event('snapshot_start', 7)), 'offline', /"snapshot_start"/],
    ['the end of a snapshot without its start', () => stream(event('snapshot_end', {})), 'offline', /"snapshot_end"/],
    ['a settlement without a request', () => stream(`${snapshot()}${event('settled', {})}`), 'offline', /"settled"/],
  ] as const)('reports %s, and tries again', async (_name, response, connection, error) => {
    const host = createScriptedHost({ events: (nth) => (nth === 1 ? response() : undefined) });
    const { client, errors } = connectTo(host);
    client.subscribe(noop);
    await pass();
    expect(client.getState().connection).toBe(connection);
    expect(errors.map(String)).toEqual([expect.stringMatching(error)]);
    await pass(connection === 'offline' ? 499 : 29_999);
    expect(host.streams).toHaveLength(0);
    await pass(1);
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)]));
    await pass();
    expect(shown(client)).toMatchObject({ connection: 'online', requests: ['r1'] });
    client.close();
  });

  it('tries again when `reconnect` is called, but only while it waits', async () => {
    const host = createScriptedHost({ events: (nth) => (nth === 1 ? new Response(null, { status: 401 }) : undefined) });
    const { client } = connectTo(host);
    client.reconnect();
    client.subscribe(noop);
    await pass();
    client.reconnect();
    client.reconnect();
    await pass();
    expect(host.streams).toHaveLength(1);
    client.close();
    client.reconnect();
    await pass();
    expect(host.streams).toHaveLength(1);
  });

  it('uses events of the network and of the page’s visibility in a browser', async () => {
    const window = new EventTarget();
    // These events are like those of a document.
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
    let broken = true;
    const host = createScriptedHost({ events: () => (broken ? Promise.reject(new TypeError('off')) : undefined) });
    const { client } = connectTo(host, { random: () => 0.999 });
    const leave = client.subscribe(noop);
    await pass(10_000);
    broken = false;
    window.dispatchEvent(new Event('online'));
    await pass();
    expect(host.streams).toHaveLength(1);
    host.streams[0]!.write(snapshot());
    await pass();
    // The page is visible again after a sleep, so the connection must send data soon.
    window.dispatchEvent(new Event('visibilitychange'));
    await pass(19_999);
    expect(client.getState().connection).toBe('online');
    await pass(1);
    expect(client.getState().connection).toBe('offline');
    window.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(host.streams).toHaveLength(2);
    host.streams[1]!.write(snapshot());
    await pass();
    broken = true;
    window.dispatchEvent(new Event('offline'));
    await pass();
    expect(host.streams[1]!.isCancelled()).toBe(true);
    expect(client.getState().connection).toBe('offline');
    leave();
    await pass(1_000);
    broken = false;
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(host.streams).toHaveLength(2);
  });
});

function stream(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}
