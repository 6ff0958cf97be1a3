import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type RequestStore } from '../../../src/host/store.js';
import type { RequestData } from '../../../src/host/store/rules.js';
import { makeRequest, settleDown } from '../helpers.js';
import { ana, askIn, events, get, listen, mount, read } from './helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The maximum size of replayed settlements, in bytes. */
const REPLAY = 262_144;

describe('a client that reconnects [R-HTTP]', () => {
  it('receives the newest settlements that fit, in order, and looks up the others', async () => {
    const mounted = mount();
    const { broker, handler } = mounted;
    const ids = Array.from({ length: 12 }, (_, i) => `r${i}`);
    for (const id of ids) await askIn(mounted, id);
    const since = broker.lastEventId();
    // Three bytes each in UTF-8, 30 kB in all. One settlement alone exceeds the limit.
    for (const id of ids) await broker.cancel(id, { reason: '\u20ac'.repeat(id === 'r6' ? 100_000 : 10_000) });
    const back = listen(await handler(events({ ...ana, 'last-event-id': since })));
    await settleDown(200);
    const told = back
      .lines()[0]!
      .split(' ')
      .filter((word) => word.startsWith('-'));
    expect(told).toEqual(['-r3', '-r4', '-r5', '-r7', '-r8', '-r9', '-r10', '-r11']);
    expect(new TextEncoder().encode(JSON.stringify(back.said[0]?.data)).length).toBeLessThan(REPLAY);
    const { body } = await read(await handler(get('/ask/requests/r6', { headers: ana })));
    expect(body).toMatchObject({ settlement: { requestId: 'r6', result: { status: 'cancelled' } } });
    await back.leave();
  });
});

describe('a request that cannot be written as JSON [R-HTTP]', () => {
  /** Another program has stored `metadata` that JSON cannot represent. */
  const withOdd = (store: RequestStore): RequestStore => ({
    ...store,
    list: async (...args) => {
      const listed = await store.list(...args);
      const [first] = listed.records;
      const odd = { ...makeRequest('odd'), metadata: { big: 1n } };
      const data = first!.value as RequestData;
      const value = { ...data, opened: { ...data.opened, instanceId: 'odd', request: odd } };
      return { ...listed, records: [...listed.records, { ...first!, id: 'odd', order: 9, value }] };
    },
  });

  it('is omitted from the list and the stream, and its error is reported', async () => {
    const mounted = mount({}, { store: withOdd(createMemoryStore()) });
    const { handler, errors, broker } = mounted;
    await askIn(mounted, 'r1');
    const live = listen(await handler(events(ana)));
    await settleDown();
    expect(live.lines()).toEqual(['snapshot r1']);
    const listed = await read(await handler(get('/ask/requests', { headers: ana })));
    expect(listed).toMatchObject({ status: 200, body: { requests: [{ request: { requestId: 'r1' } }] } });
    expect(listed.body).toHaveProperty('requests.length', 1);
    await broker.cancel('r1');
    await settleDown();
    expect(live.lines().at(-1)).toBe('settled r1 cancelled');
    expect(errors.map(String).join()).toContain('BigInt');
    await live.leave();
  });
});
