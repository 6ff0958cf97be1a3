import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { connectTo, createRealHost, noop, pass, shown, sightings, URL_OF_HOST, useFakeTime } from './helpers.js';
import { replyTo } from '../helpers.js';

beforeEach(useFakeTime);
afterEach(() => {
  vi.useRealTimers();
});

const isEvents = (url: string) => url.endsWith('/events');

/** A request whose characters need one to four bytes. */
const foreign = (requestId: string) => {
  const parsed = parseRequest(
    { questions: [{ question: 'Größe? 大きさ 👩‍👩‍👧\r\ndata: x\n\n', options: ['é', '\u2028'] }] },
    { requestId },
  );
  if (!parsed.ok) throw new Error('The question of this test is none.');
  return parsed.value;
};

/** Creates a host with several requests, and records the bytes of a stream that received all events. */
async function recorded() {
  const host = createRealHost();
  const ask = (id: string) => void host.broker.ask(foreign(id), { conversationId: 'c1' }).catch(noop);
  ask('r1');
  await pass();
  const controller = new AbortController();
  const response = await host.fetch(`${URL_OF_HOST}/events`, { signal: controller.signal });
  const reader = response.body!.getReader();
  const chunks: Uint8Array[] = [];
  const reading = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  })();
  ask('r2');
  await pass();
  await host.broker.answer('r1', replyTo(foreign('r1')), { by: 'Ana' });
  ask('r3');
  await pass();
  await host.broker.cancel('r2', { by: 'Ben' });
  await pass();
  controller.abort();
  await reading;
  return { host, bytes: Buffer.concat(chunks) };
}

/** Returns a stream of the bytes in pieces of the given size, which ends as specified. */
function streamOf(bytes: Uint8Array, size: number, end: 'clean' | 'broken' | 'open'): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)));
      else if (end === 'clean') controller.close();
      else if (end === 'broken') controller.error(new TypeError('network error'));
      else return new Promise<void>(noop);
      return undefined;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const ENDINGS: Readonly<Record<string, string>> = { r1: 'r1 answered Ana not own', r2: 'r2 cancelled Ben not own' };
/** `r3` is pending, and the result of every request that was seen is known. */
const right = (seen: ReadonlySet<string>) => ({
  connection: 'online',
  requests: ['r3'],
  endings: ['r1', 'r2'].filter((id) => seen.has(id)).map((id) => ENDINGS[id]),
});

describe('a stream that is cut [R-STATE] [R-HTTP]', () => {
  it('at any byte loses nothing, repeats nothing, and revives nothing', async () => {
    const { host, bytes } = await recorded();
    expect(bytes.length).toBeGreaterThan(1_000);
    for (let offset = 0; offset <= bytes.length; offset++) {
      let connections = 0;
      const end = offset % 2 ? 'clean' : 'broken';
      const { client } = connectTo({
        fetch: async (url, init) =>
          isEvents(url) && ++connections === 1
            ? streamOf(bytes.subarray(0, offset), 4_096, end)
            : host.fetch(url, init),
      });
      const seen = sightings(client);
      await pass(500);
      const state = shown(client);
      expect({ ...state, endings: state.endings.toSorted() }, `cut at ${offset}`).toEqual(right(seen));
      expect(connections).toBe(2);
      client.close();
    }
    await host.broker.close();
  }, 120_000);

  it('into pieces of any size is equal to the whole stream', async () => {
    const { host, bytes } = await recorded();
    for (let size = 1; size <= bytes.length; size += size < 64 ? 1 : 97) {
      const { client, errors } = connectTo({ fetch: async () => streamOf(bytes, size, 'open') });
      const seen = sightings(client);
      // Each piece takes one turn of the event loop.
      for (let turns = 0; turns < bytes.length && !client.getState().settled[1]; turns++) await pass();
      expect(shown(client), `pieces of ${size}`).toEqual(right(seen));
      expect([...seen]).toEqual(['r1', 'r2', 'r3']);
      const { raw: _raw, ...sent } = foreign('r3');
      expect(client.getState().requests[0]!.request).toEqual(sent);
      expect(errors).toEqual([]);
      client.close();
    }
    await host.broker.close();
  }, 120_000);
});
