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
} from './client-helpers.js';

inFakeTime();

const refuse = (status: number, code: string) => Response.json({ ok: false, code, message: '' }, { status });

/** A client that is online, and was so for long enough. */
async function connected(host: ReturnType<typeof createScriptedHost>, share = 0, pending = 0) {
  const { client, errors } = connectTo(host, { random: () => share });
  client.subscribe(noop);
  await pass();
  host.streams[0]!.write(snapshot(Array.from({ length: pending }, (_, i) => wireRequest(`r${i}`, i))));
  await pass(5_000);
  return { client, errors };
}

describe('[R-HTTP] a host that is shut down ends the streams of all its clients at once', () => {
  it.each([0, 0.25, 0.999])(
    'each comes back at a time of its own (%d), and tells nobody of the blink',
    async (share) => {
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
    },
  );

  it.each(['looked at', 'told to'])('one that waits comes back at once when it is %s', async (reason) => {
    const window = new EventTarget();
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
    const host = createScriptedHost();
    const { client } = await connected(host, 0.999);
    host.streams[0]!.end();
    await pass();
    expect(host.streams).toHaveLength(1);
    if (reason === 'looked at') window.dispatchEvent(new Event('visibilitychange'));
    else client.reconnect();
    await pass();
    expect(host.streams).toHaveLength(2);
    host.streams[1]!.write(snapshot());
    await pass(10_000);
    expect(host.streams).toHaveLength(2);
    expect(client.getState().connection).toBe('online');
    client.close();
  });

  it('one that is closed while it waits stays away', async () => {
    const host = createScriptedHost();
    const { client } = await connected(host, 0.5);
    host.streams[0]!.end();
    await pass(100);
    client.close();
    await pass(60_000);
    expect(host.streams).toHaveLength(1);
  });
});

describe('[R-STATE] [R-HTTP] a thousand that vanished at once', () => {
  it('are looked up a few at a time, not by every client at once', async () => {
    let now = 0;
    let most = 0;
    const host = createScriptedHost({
      async call({ path }) {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 10));
        now -= 1;
        return Response.json({ ending: wireEnding(path.slice('/requests/'.length), { by: 'Ana' }) });
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

  it('those that never work do not hold up the others, and are not asked without a pause', async () => {
    const broken = new Set(['r0', 'r1', 'r2', 'r3', 'r4']);
    const host = createScriptedHost({
      call({ path }) {
        const id = path.slice('/requests/'.length);
        return broken.has(id) ? refuse(503, 'unavailable') : Response.json({ ending: wireEnding(id) });
      },
    });
    const { client } = await connected(host, 0, 100);
    host.streams[0]!.write(snapshot());
    await pass(2_000);
    expect(shown(client).requests).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    // Four at a time, each with half a second in between at the least.
    expect(host.calls.length).toBeLessThan(95 + 4 * 5 + 1);
    broken.clear();
    await pass(1_000);
    expect(shown(client).requests).toEqual([]);
    client.close();
  });

  it('longer each time, where nothing works', async () => {
    const times: number[] = [];
    let time = 0;
    const host = createScriptedHost({ call: () => (times.push(time), refuse(503, 'unavailable')) });
    const { client } = await connected(host, 1, 1);
    host.streams[0]!.write(snapshot());
    for (; time < 100_000; time += 100) {
      // Else the stream is silent for too long.
      if (time % 10_000 === 0) host.streams[0]!.write(': still here\n\n');
      await pass(100);
    }
    expect(times.slice(1).map((at, i) => Math.round((at - times[i]!) / 1_000))).toEqual([1, 2, 4, 8, 16, 30, 30]);
    client.close();
  });

  it('but not longer because several failed at the same time', async () => {
    const host = createScriptedHost({ call: () => refuse(503, 'unavailable') });
    const { client } = await connected(host, 1, 4);
    host.streams[0]!.write(snapshot());
    await pass(1_000);
    expect(host.calls).toHaveLength(4);
    await pass(2_000);
    expect(host.calls).toHaveLength(8);
    client.close();
  });

  it('what is told meanwhile is not looked up, and what is refused is left alone', async () => {
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

  it('one of which a delivery was told is looked up at once', async () => {
    const host = createScriptedHost({
      call: ({ method }) =>
        method === 'POST'
          ? refuse(409, 'already_resolved')
          : Response.json({ ending: wireEnding('r0', { by: 'Ana' }) }),
    });
    const { client } = await connected(host, 0.5, 1);
    expect(await client.cancel('r0')).toMatchObject({ code: 'already_resolved' });
    await pass();
    expect(shown(client).endings).toEqual(['r0 cancelled Ana not own']);
    client.close();
  });

  it('nothing is looked up any more once it is closed', async () => {
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
