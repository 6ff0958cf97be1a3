import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import type { BrokerEvent } from '../../../src/host/broker/types.js';
import { createTestBackend, makeRequest, replyTo, settleDown } from '../helpers.js';

const ROUNDS = 5_000;
/** The number of settlements that a broker and the memory store retain. */
const REMEMBERED = 1_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns how many of these objects are still referenced. */
async function alive(refs: readonly WeakRef<object>[]): Promise<number> {
  // A dereferenced WeakRef keeps its target until the end of the task.
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  return refs.filter((ref) => ref.deref()).length;
}

describe('a host that runs for a long time [R-PAUSE]', () => {
  it('retains the newest requests, and nothing of the others', { timeout: 60_000 }, async () => {
    const broker = createAskUserBroker();
    const counts = { awaiting_user_response: 0, orphaned: 0, asked_back: 0, settled: 0, unreached: 0 };
    broker.subscribe(({ type }) => void (counts[type] += 1));
    const start = broker.lastEventId();
    const abort = new AbortController();
    const replies = replyTo(makeRequest('r1'));
    const [requests, results, listeners]: WeakRef<object>[][] = [[], [], []];

    for (let round = 0; round < ROUNDS; round++) {
      const requestId = `r${round}`;
      const request = makeRequest(requestId);
      requests!.push(new WeakRef(request.questions));
      const listener = () => undefined;
      listeners!.push(new WeakRef(listener));
      const unsubscribe = broker.subscribe(listener, { conversationId: `c${round}` });
      const options = { conversationId: `c${round}`, signal: abort.signal, timeoutMs: 1_000_000 };
      const result = broker.ask(request, options);
      if (round % 2) await broker.answer(requestId, replies);
      else await broker.supersede(options.conversationId);
      results!.push(new WeakRef(await result));
      unsubscribe();
    }

    expect(counts).toEqual({
      awaiting_user_response: ROUNDS,
      asked_back: 0,
      orphaned: 0,
      settled: ROUNDS,
      unreached: 0,
    });
    // The running test may still reference the last request.
    expect(await alive(requests!)).toBeLessThanOrEqual(REMEMBERED + 1);
    expect(await alive(results!)).toBeLessThanOrEqual(REMEMBERED + 1);
    expect(await alive(listeners!)).toBeLessThanOrEqual(1);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    const missed: BrokerEvent[] = [];
    broker.subscribe((event) => missed.push(event), { since: start });
    expect(missed).toHaveLength(REMEMBERED);
    expect(await broker.get('r0')).toBeUndefined();
    expect(await broker.get(`r${ROUNDS - 1}`)).toMatchObject({ state: 'settled' });
  });

  it('retains 1,000 settlements, and resolves every call even if more are settled at once', async () => {
    const broker = createAskUserBroker();
    const many = Array.from({ length: 3_000 }, (_, i) => broker.ask(makeRequest(`r${i}`), { conversationId: 'c1' }));
    await settleDown();
    const { requestIds } = await broker.supersede('c1', 'The user wrote.');
    expect(requestIds).toHaveLength(3_000);
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status));
    expect([...statuses]).toEqual(['superseded']);
  });

  it('retains at most 16 MiB of settlements, in the broker and in the store', async () => {
    const broker = createAskUserBroker();
    const start = broker.lastEventId();
    const reason = 'x'.repeat(1_048_576);
    for (let round = 0; round < 40; round++) {
      const result = broker.ask(makeRequest(`r${round}`), { conversationId: 'c1' });
      await broker.cancel(`r${round}`, { reason });
      await result;
    }
    const known = await Promise.all(Array.from({ length: 40 }, (_, round) => broker.get(`r${round}`)));
    expect(known.map((stored) => stored !== undefined)).toEqual([
      ...Array.from({ length: 25 }, () => false),
      ...Array.from({ length: 15 }, () => true),
    ]);
    // Each settlement exceeds the replay limit. A small one is replayed for as long as it is retained.
    const missed = async () => {
      const heard: string[] = [];
      broker.subscribe((event) => heard.push(event.type === 'settled' ? event.request.request.requestId : ''), {
        since: start,
      });
      return heard;
    };
    expect(await missed()).toEqual([]);
    void broker.ask(makeRequest('small'), { conversationId: 'c1' });
    await broker.cancel('small');
    expect(await missed()).toEqual(['small']);
    for (let round = 0; round < 16; round++) {
      const result = broker.ask(makeRequest(`s${round}`), { conversationId: 'c1' });
      await broker.cancel(`s${round}`, { reason });
      await result;
    }
    expect(await missed()).toEqual([]);
  });

  it('evicts requests that no subscriber follows anymore', async () => {
    vi.useFakeTimers();
    const backend = createTestBackend();
    const [store, farStore] = [backend.connect(), backend.connect()];
    const broker = createAskUserBroker({ store, now: backend.clock.now });
    const far = createAskUserBroker({ store: farStore, now: backend.clock.now });
    const unsubscribe = far.subscribe(() => undefined);
    const result = broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    unsubscribe();
    await vi.advanceTimersByTimeAsync(10_000);
    const { beat: _beats, ...reads } = { ...farStore.calls };
    await broker.cancel('r1');
    await result;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(farStore.calls).toMatchObject(reads);
    await Promise.all([broker.close(), far.close()]);
    expect([store.listeners, farStore.listeners, vi.getTimerCount()]).toEqual([0, 0, 0]);
    vi.useRealTimers();
  });
});
