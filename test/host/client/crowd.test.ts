import { describe, expect, it, vi } from 'vitest';
import {
  connectTo,
  createScriptedHost,
  inFakeTime,
  noop,
  pass,
  shown,
  snapshot,
  wireEnding,
  wireRequest,
} from './helpers.js';

inFakeTime();

const refuse = (status: number, code: string) => Response.json({ ok: false, code, message: '' }, { status });

/** Creates a client that has been online for 5 s. */
async function connected(host: ReturnType<typeof createScriptedHost>, share = 0, pending = 0) {
  const { client, errors } = connectTo(host, { random: () => share });
  client.subscribe(noop);
  await pass();
  host.streams[0]!.write(snapshot(Array.from({ length: pending }, (_, i) => wireRequest(`r${i}`, i))));
  await pass(5_000);
  return { client, errors };
}

describe('a client whose stream ends, as all streams do when a host shuts down [R-HTTP]', () => {
  it.each([0, 0.25, 0.999])('reconnects after a random delay (share %d), and stays online meanwhile', async (share) => {
    const host = createScriptedHost();
    const { client } = await connected(host, share);
    host.streams[0]!.end();
    await pass();
    await pass(Math.max(0, share * 1_000 - 1));
    expect(host.streams).toHaveLength(share ? 1 : 2);
    await pass(1);
    expect(host.streams).toHaveLength(2);
    expect(client.getState().connection).toBe('online');
    client.close();
  });

  it.each(['the page becomes visible', '`reconnect` is called'])(
    'reconnects at once while it waits if %s',
    async (reason) => {
      const window = new EventTarget();
      vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
      vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
      const host = createScriptedHost();
      const { client } = await connected(host, 0.999);
      host.streams[0]!.end();
      await pass();
      expect(host.streams).toHaveLength(1);
      if (reason === 'the page becomes visible') window.dispatchEvent(new Event('visibilitychange'));
      else client.reconnect();
      await pass();
      expect(host.streams).toHaveLength(2);
      host.streams[1]!.write(snapshot());
      await pass(10_000);
      expect(host.streams).toHaveLength(2);
      expect(client.getState().connection).toBe('online');
      client.close();
    },
  );

  it('does not reconnect if it is closed while it waits', async () => {
    const host = createScriptedHost();
    const { client } = await connected(host, 0.5);
    host.streams[0]!.end();
    await pass(100);
    client.close();
    await pass(60_000);
    expect(host.streams).toHaveLength(1);
  });
});

describe('the lookup of 1,000 requests that vanished at once [R-STATE] [R-HTTP]', () => {
  it('reads a few at a time, after a random delay', async () => {
    let now = 0;
    let most = 0;
    const host = createScriptedHost({
      async call({ path }) {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 10));
        now -= 1;
        return Response.json({ settlement: wireEnding(path.slice('/requests/'.length), { by: 'Ana' }) });
      },
    });
    const { client, errors } = await connected(host, 0.5, 1_000);
    host.streams[0]!.write(snapshot());
    await pass(499);
    expect(host.calls).toHaveLength(0);
    await pass(1);
    expect(host.calls).toHaveLength(4);
    await pass(2_500);
    expect(shown(client).requests).toEqual([]);
    expect(shown(client).endings.at(-1)).toBe('r999 cancelled Ana not own');
    expect([host.calls.length, most, errors]).toEqual([1_000, 4, []]);
    expect(new Set(host.calls.map(({ path }) => path)).size).toBe(1_000);
    client.close();
  });

  it('pauses between failures, and failing lookups do not delay the others', async () => {
    const broken = new Set(['r0', 'r1', 'r2', 'r3', 'r4']);
    const host = createScriptedHost({
      call({ path }) {
        const id = path.slice('/requests/'.length);
        return broken.has(id) ? refuse(503, 'unavailable') : Response.json({ settlement: wireEnding(id) });
      },
    });
    const { client } = await connected(host, 0, 100);
    host.streams[0]!.write(snapshot());
    await pass(2_000);
    expect(shown(client).requests).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    // At most four at a time, each with a pause of at least 500 ms.
    expect(host.calls.length).toBeLessThan(95 + 4 * 5 + 1);
    broken.clear();
    await pass(1_000);
    expect(shown(client).requests).toEqual([]);
    client.close();
  });

  it('waits longer after each failure if all lookups fail', async () => {
    const times: number[] = [];
    let time = 0;
    const host = createScriptedHost({ call: () => (times.push(time), refuse(503, 'unavailable')) });
    const { client } = await connected(host, 1, 1);
    host.streams[0]!.write(snapshot());
    for (; time < 100_000; time += 100) {
      // Without a heartbeat the stream would time out.
      if (time % 10_000 === 0) host.streams[0]!.write(': still here\n\n');
      await pass(100);
    }
    expect(times.slice(1).map((at, i) => Math.round((at - times[i]!) / 1_000))).toEqual([1, 2, 4, 8, 16, 30, 30]);
    client.close();
  });

  it('does not wait longer because several lookups failed at the same time', async () => {
    const host = createScriptedHost({ call: () => refuse(503, 'unavailable') });
    const { client } = await connected(host, 1, 4);
    host.streams[0]!.write(snapshot());
    await pass(1_000);
    expect(host.calls).toHaveLength(4);
    await pass(2_000);
    expect(host.calls).toHaveLength(8);
    client.close();
  });

  it('skips requests that are settled meanwhile, and does not repeat a lookup that was refused', async () => {
    const host = createScriptedHost({ call: () => refuse(403, 'forbidden') });
    const { client } = await connected(host, 0.5, 6);
    host.streams[0]!.write(snapshot());
    await pass(100);
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)], [wireEnding('r0')]));
    await pass(10_000);
    expect(host.calls.map(({ path }) => path.slice(-2))).toEqual(['r2', 'r3', 'r4', 'r5']);
    expect(shown(client)).toMatchObject({
      requests: ['r1', 'r2', 'r3', 'r4', 'r5'],
      endings: ['r0 cancelled - not own'],
    });
    client.close();
  });

  it('starts at once for a request whose delivery was refused as already resolved', async () => {
    const host = createScriptedHost({
      call: ({ method }) =>
        method === 'POST'
          ? refuse(409, 'already_resolved')
          : Response.json({ settlement: wireEnding('r0', { by: 'Ana' }) }),
    });
    const { client } = await connected(host, 0.5, 1);
    expect(await client.cancel('r0')).toMatchObject({ code: 'already_resolved' });
    await pass();
    expect(shown(client).endings).toEqual(['r0 cancelled Ana not own']);
    client.close();
  });

  it('stops when the client is closed', async () => {
    const host = createScriptedHost({ call: () => new Promise<Response>(noop) });
    const { client, errors } = await connected(host, 0, 100);
    host.streams[0]!.write(snapshot());
    await pass();
    expect(host.calls).toHaveLength(4);
    client.close();
    await pass(60_000);
    expect(host.calls).toHaveLength(4);
    expect(errors).toEqual([]);
  });
});
