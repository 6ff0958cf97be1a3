import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../src/host/store.js';
import { createGate, makeRequest, replyTo, settleDown } from '../helpers.js';
import { ana, askIn, cy, events, HEARTBEAT, listen, mount, post } from './helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('an event stream [R-STATE]', () => {
  it('contains each request once and each settlement once, in order', async () => {
    const mounted = mount();
    await askIn(mounted, 'r1');
    const stream = listen(await mounted.handler(events(ana)));
    const second = await askIn(mounted, 'r2');
    await askIn(mounted, 'other', 'c2');
    await mounted.handler(post('/ask/requests/r1/answer', { replies: replyTo(makeRequest('r1')) }, ana));
    second.abort('Stopped');
    await settleDown();
    expect(stream.lines()).toEqual([
      'snapshot r1',
      'awaiting_user_response r2',
      'settled r1 answered',
      'settled r2 aborted',
    ]);
    expect(stream.said[2]?.data).toMatchObject({
      conversationId: 'c1',
      by: 'Ana',
      result: { answers: [{ answer: 'SQLite' }] },
    });
    const ids = stream.said.map(({ id }) => Number(id.split('.')[1]));
    expect(ids.every((id, i) => i === 0 || id > ids[i - 1]!)).toBe(true);
    await stream.leave();
  });

  it('has headers that prevent caching and buffering', async () => {
    const { handler } = mount();
    const response = await handler(events(ana));
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    await response.body!.cancel();
  });

  it('contains neither the input of the model nor the answers to secret questions', async () => {
    const { handler, broker } = mount();
    const request = makeRequest('r1');
    const questions = [{ ...request.questions[0]!, options: [], constraints: { secret: true } }];
    const response = await handler(events(ana));
    void broker.ask({ ...request, questions, raw: { note: 'raw-secret' } }, { conversationId: 'c1' });
    await settleDown();
    const replies = [{ questionId: questions[0]!.id, selected: [], custom: 'hunter2' }];
    expect((await handler(post('/ask/requests/r1/answer', { replies }, ana))).status).toBe(200);
    const stream = listen(response);
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot', 'awaiting_user_response r1', 'settled r1 answered']);
    expect(JSON.stringify(stream.said)).not.toMatch(/hunter2|raw-secret/);
    await stream.leave();
  });

  it('contains one conversation if the client requests only that', async () => {
    const mounted = mount();
    const stream = listen(await mounted.handler(events(cy, '?conversationId=c2')));
    await askIn(mounted, 'r1', 'c1');
    await askIn(mounted, 'r2', 'c2');
    expect(stream.lines()).toEqual(['snapshot', 'awaiting_user_response r2']);
    await stream.leave();
  });
});

describe('an event stream during changes [R-STATE]', () => {
  it('contains what was opened and settled while the snapshot was read', async () => {
    const store = createMemoryStore();
    const gate = createGate();
    const slow: typeof store = {
      ...store,
      async list(...args) {
        const listed = await store.list(...args);
        await gate.wait();
        return listed;
      },
    };
    const mounted = mount({}, { store: slow });
    const first = await askIn(mounted, 'r1');
    await askIn(mounted, 'r2');
    const opening = mounted.handler(events(ana));
    await settleDown();
    first.abort();
    await askIn(mounted, 'r3');
    (await askIn(mounted, 'r4')).abort();
    await settleDown();
    gate.open();
    const stream = listen(await opening);
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot r2 r3 -r1 aborted -r4 aborted']);
    await stream.leave();
  });

  it('replays what was settled since the client’s last event [R-HTTP]', async () => {
    const mounted = mount();
    const first = await askIn(mounted, 'r1');
    const stream = listen(await mounted.handler(events(ana)));
    await settleDown();
    await stream.leave();
    first.abort();
    await askIn(mounted, 'r2');
    const again = listen(await mounted.handler(events({ ...ana, 'last-event-id': stream.said.at(-1)!.id })));
    await settleDown();
    expect(again.lines()).toEqual(['snapshot r2 -r1 aborted']);
    await again.leave();
    const third = listen(await mounted.handler(events({ ...ana, 'last-event-id': again.said.at(-1)!.id })));
    await settleDown();
    expect(third.lines()).toEqual(['snapshot r2']);
    await third.leave();
  });

  it.each(['', 'nonsense', '0.0', 'other-node.7', '🎉'.repeat(9)].map((id) => encodeURIComponent(id)))(
    'ignores an unknown last event id (%j)',
    async (id) => {
      const mounted = mount();
      const stream = listen(await mounted.handler(events({ ...ana, 'last-event-id': id })));
      await settleDown();
      expect(stream.lines()).toEqual(['snapshot']);
      await stream.leave();
    },
  );
});

describe('an event stream over time [R-HTTP]', () => {
  it('sends a heartbeat every 15 s', async () => {
    const { handler } = mount();
    const stream = listen(await handler(events(ana)));
    await vi.advanceTimersByTimeAsync(HEARTBEAT - 1);
    expect(stream.beats).toBe(0);
    await vi.advanceTimersByTimeAsync(3 * HEARTBEAT);
    expect([stream.beats, stream.ended]).toEqual([3, false]);
    await stream.leave();
  });

  it('leaves no timer and no listener, no matter how it ends', async () => {
    const host = new AbortController();
    const mounted = mount({ signal: host.signal });
    const gone = new AbortController();
    const cancelled = await mounted.handler(events(ana));
    const aborted = listen(await mounted.handler(events(ana, '', { signal: gone.signal })));
    const shut = listen(await mounted.handler(events(ana)));
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([3, 3]);
    await cancelled.body!.cancel();
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([2, 2]);
    gone.abort();
    await settleDown();
    expect([mounted.subscribers(), vi.getTimerCount(), aborted.ended]).toEqual([1, 1, true]);
    host.abort();
    await settleDown();
    expect([mounted.subscribers(), vi.getTimerCount(), shut.ended]).toEqual([0, 0, true]);
    expect((await mounted.handler(events(ana))).status).toBe(503);
    expect(mounted.errors).toEqual([]);
  });

  it('is not opened for a client that disconnects before its snapshot', async () => {
    const store = createMemoryStore();
    const gate = createGate();
    const mounted = mount(
      {},
      { store: { ...store, list: async (...args) => (await gate.wait(), store.list(...args)) } },
    );
    const gone = new AbortController();
    const opening = mounted.handler(events(ana, '', { signal: gone.signal }));
    await settleDown();
    gone.abort();
    gate.open();
    await opening;
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([0, 0]);
    const before = new AbortController();
    before.abort();
    await mounted.handler(events(ana, '', { signal: before.signal }));
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('is closed for a client that does not read, at the limit of queued bytes', async () => {
    const mounted = mount({ maxQueuedBytes: 5_000 });
    const response = await mounted.handler(events(ana));
    for (let i = 0; i < 100; i++) await askIn(mounted, `r${i}`);
    expect([mounted.subscribers(), vi.getTimerCount()]).toEqual([0, 0]);
    const reason = /has not read 5\d{3} bytes, and `maxQueuedBytes` is 5000/;
    expect(mounted.errors.map(String)).toEqual([expect.stringMatching(reason)]);
    await expect(response.text()).rejects.toThrow(reason);
    const again = listen(await mounted.handler(events(ana)));
    await settleDown(2_000);
    expect(again.lines()[0]!.split(' ')).toHaveLength(101);
    expect(again.ended).toBe(false);
    await again.leave();
  });
});
