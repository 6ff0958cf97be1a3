import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type RequestStore } from '../../../src/host/store.js';
import type { RequestData } from '../../../src/host/store/rules.js';
import { connectTo, as, noop, shown } from '../client/helpers.js';
import { makeRequest, settleDown } from '../helpers.js';
import { ana, askIn, cy, events, HEARTBEAT, listen, mount, type Mounted } from './helpers.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const LIMIT = 16_000_000;
/** Many turns, because each event of a snapshot is read separately. */
const readAll = () => settleDown(10_000);

/** Mounts a handler, and counts how often each stored request is written as JSON. */
function countWrites() {
  const writes = new Map<string, number>();
  const memory = createMemoryStore();
  const store: RequestStore = {
    ...memory,
    insert(record, isChange) {
      const value = record.value as RequestData;
      const toJSON = () => {
        writes.set(record.id, (writes.get(record.id) ?? 0) + 1);
        return {};
      };
      const opened = { ...value.opened, request: { ...value.opened.request, metadata: { toJSON } } };
      return memory.insert({ ...record, value: { ...value, opened } }, isChange);
    },
  };
  return { writes, mounted: mount({}, { store }) };
}

function ask({ broker }: Mounted, requestId: string, metadata: object, conversationId = 'c1'): AbortController {
  const controller = new AbortController();
  void broker.ask(
    { ...makeRequest(requestId), metadata: { ...metadata } },
    { conversationId, signal: controller.signal },
  );
  return controller;
}

describe('a snapshot', () => {
  it('consists of a start, an event for each settlement and request, and an end [R-BYTES] [R-STATE]', async () => {
    const mounted = mount();
    const first = await askIn(mounted, 'r1');
    await askIn(mounted, 'r2');
    const since = mounted.broker.lastEventId();
    first.abort();
    await askIn(mounted, 'r3');
    const stream = listen(await mounted.handler(events({ ...ana, 'last-event-id': since })));
    await settleDown();
    expect(stream.events.map(({ name }) => name)).toEqual([
      'snapshot_start',
      'settled',
      'awaiting_user_response',
      'awaiting_user_response',
      'snapshot_end',
    ]);
    expect(stream.lines()).toEqual(['snapshot r2 r3 -r1 aborted']);
    expect([stream.events[0]?.data, stream.events.at(-1)?.data]).toEqual([{ heartbeatMs: 15_000 }, {}]);
    await stream.leave();
  });

  it('contains nothing that was settled before the client read that far, and each change is sent once [R-STATE]', async () => {
    const mounted = mount();
    const asked = await Promise.all(['r1', 'r2', 'r3'].map((id) => askIn(mounted, id)));
    const response = await mounted.handler(events(ana));
    asked[1]!.abort();
    await settleDown();
    await askIn(mounted, 'r4');
    const stream = listen(response);
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot r1 r3', 'settled r2 aborted', 'awaiting_user_response r4']);
    const ids = stream.events.map(({ id }) => Number(id.split('.')[1]));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    await stream.leave();
  });

  it('is written as fast as the client reads, and not earlier [R-BYTES]', async () => {
    const { writes, mounted } = countWrites();
    for (let i = 0; i < 20; i++) ask(mounted, `r${i}`, {});
    await settleDown();
    const response = await mounted.handler(events(ana));
    await settleDown();
    const before = new Map(writes);
    const written = () => [...writes].filter(([id, count]) => count > (before.get(id) ?? 0)).length;
    const reader = response.body!.getReader();
    // The start, and three requests.
    for (let reads = 0; reads < 4; reads++) await reader.read();
    await settleDown();
    expect(written()).toBe(3);
    await reader.cancel();
  });

  it('is written once for all clients, and again only for another state [R-BYTES]', async () => {
    const { writes, mounted } = countWrites();
    for (let i = 0; i < 20; i++) ask(mounted, `r${i}`, {});
    await settleDown();
    const before = new Map(writes);
    const streams = await Promise.all(
      Array.from({ length: 10 }, async () => listen(await mounted.handler(events(cy)))),
    );
    await readAll();
    expect(streams.map((one) => one.lines()[0]?.split(' ').length)).toEqual(Array.from({ length: 10 }, () => 21));
    expect([...writes].map(([id, count]) => count - (before.get(id) ?? 0))).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
    // An event is written once as well.
    ask(mounted, 'late', {});
    await settleDown();
    const asked = writes.get('late')!;
    const last = listen(await mounted.handler(events(cy)));
    await readAll();
    expect(streams.every((one) => one.lines().at(-1) === 'awaiting_user_response late')).toBe(true);
    expect(writes.get('late')).toBe(asked);
    await Promise.all([...streams, last].map((one) => one.leave()));
  });
});

describe('a request that is larger than a client can read', () => {
  it('does not hide the other requests of its client [R-BYTES]', async () => {
    const mounted = mount({}, { maxRequestBytes: Infinity });
    ask(mounted, 'huge', { text: 'x'.repeat(LIMIT + 1) }, 'c2');
    await settleDown();
    const fetch = (url: string, init: RequestInit) =>
      mounted.handler(new Request(url.replace('/ask-user', '/ask'), init));
    const { client, errors } = connectTo({ fetch: as('Cy', fetch) });
    client.subscribe(noop);
    await vi.waitFor(() => expect(client.getState().connection).toBe('online'), { timeout: 10_000 });
    ask(mounted, 'victim', {}, 'c1');
    await vi.waitFor(() => expect(shown(client).requests).toEqual(['victim']), { timeout: 10_000 });
    expect(client.getState().connection).toBe('online');
    expect(errors.map(String)).toEqual([expect.stringMatching(/more than 16000000 characters. It was skipped/)]);
    client.close();
    await settleDown();
  });

  it('is shown up to that size: sixteen previews of maximum length in Chinese [R-BYTES]', async () => {
    const mounted = mount({}, { maxRequestBytes: 4_000_000 });
    const preview = '问'.repeat(50_000);
    ask(mounted, 'previews', { sixteen: Array.from({ length: 16 }, () => preview) }, 'c1');
    await settleDown();
    const fetch = (url: string, init: RequestInit) =>
      mounted.handler(new Request(url.replace('/ask-user', '/ask'), init));
    const { client, errors } = connectTo({ fetch: as('Cy', fetch) });
    client.subscribe(noop);
    await vi.waitFor(() => expect(shown(client).requests).toEqual(['previews']), { timeout: 10_000 });
    expect(client.getState().requests[0]?.request.metadata).toEqual({
      sixteen: Array.from({ length: 16 }, () => preview),
    });
    expect(errors).toEqual([]);
    client.close();
    await settleDown();
  });
});

describe('a client that does not read', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  /** Returns the number of bytes that streams and responses retain. */
  const held = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    return process.memoryUsage().arrayBuffers;
  };
  const MB = 1_000_000;

  it('is disconnected after three heartbeats, and its queued bytes are released [R-BYTES]', async () => {
    const mounted = mount({ heartbeatMs: 200, maxQueuedBytes: 1_000 });
    const asked = Array.from({ length: 200 }, (_, i) => ask(mounted, `r${i}`, { text: 'x'.repeat(9_000) }));
    await settleDown();
    const before = await held();
    const stalled = await Promise.all(Array.from({ length: 20 }, () => mounted.handler(events(ana))));
    expect((await held()) - before).toBeLessThan(MB);
    await vi.advanceTimersByTimeAsync(600);
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([0, 0]);
    expect((await held()) - before).toBeLessThan(MB);
    for (const response of stalled)
      await expect(response.text()).rejects.toThrow(/read nothing for 3 heartbeats.*After a reconnect/);
    const closed = expect.objectContaining({ message: expect.stringContaining('read nothing for 3 heartbeats') });
    expect(mounted.errors).toEqual(Array.from({ length: 20 }, () => closed));
    for (const one of asked) one.abort();
  });

  it('is disconnected beyond `maxQueuedBytes`, and every queued byte is released [R-BYTES]', async () => {
    const mounted = mount({ maxQueuedBytes: MB });
    const before = await held();
    const stalled = await Promise.all(Array.from({ length: 20 }, () => mounted.handler(events(ana))));
    const reading = listen(await mounted.handler(events(ana)));
    const asked: AbortController[] = [];
    for (let i = 0; i < 300; i++) {
      asked.push(ask(mounted, `r${i}`, { text: 'x'.repeat(9_000) }));
      await settleDown(200);
    }
    expect(mounted.subscribers()).toBe(1);
    // A client that reads is not disconnected, and there is one copy of each event.
    expect(reading.lines()).toHaveLength(301);
    expect((await held()) - before).toBeLessThan(300 * 9_500 + MB);
    for (const one of asked) {
      one.abort();
      await settleDown(200);
    }
    expect(reading.lines()).toHaveLength(601);
    expect((await held()) - before).toBeLessThan(MB);
    await expect(stalled[0]!.body!.getReader().read()).rejects.toThrow(/`maxQueuedBytes` is 1000000/);
    await reading.leave();
  });

  it('differs from one that reads slowly, which is not disconnected even with a large snapshot [R-BYTES]', async () => {
    const mounted = mount({ maxQueuedBytes: 1_000 });
    for (let i = 0; i < 20; i++) ask(mounted, `r${i}`, { text: 'x'.repeat(100_000) });
    await settleDown();
    const reader = (await mounted.handler(events(ana))).body!.getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('snapshot_end')) {
      await vi.advanceTimersByTimeAsync(2 * HEARTBEAT);
      const { value } = await reader.read();
      expect(value!.length).toBeLessThan(70_000);
      text += decoder.decode(value, { stream: true });
    }
    expect(text.match(/"requestId":"r\d+"/g)).toHaveLength(20);
    expect(mounted.subscribers()).toBe(1);
    await reader.cancel();
  });
});
