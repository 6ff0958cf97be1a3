import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import type { StoreChanges } from '../../../src/host/store/types.js';
import { line, makeRequest } from '../helpers.js';

const BEAT_MS = 10_000;
const MINUTE = 60_000;
const LONG = { leaseMs: 'none' } as const;
const asked = (requestId: string) => ({ request: makeRequest(requestId), conversationId: 'c1', askedAt: 0 });

/** Creates a node that receives no notifications from a store that another process writes to. */
function startDeafNode() {
  const store = createMemoryStore();
  const requests = createRequests(store, console.error);
  const seen: { cursor: string | undefined; ids: readonly string[] | undefined }[] = [];
  const list = vi.fn(store.list);
  let found: Partial<StoreChanges> | undefined = {};
  const errors: unknown[] = [];
  const broker = createAskUserBroker({
    onError: (error) => errors.push(error),
    store: {
      ...store,
      durable: true,
      list,
      watch: () => () => undefined,
      async changes(cursor, ids) {
        seen.push({ cursor, ids });
        if (cursor === undefined) return { now: 0, cursor: '0', records: [], hasMore: false };
        return found && { now: 0, cursor: String(seen.length), records: [], hasMore: false, ...found };
      },
    },
  });
  const heard: string[] = [];
  const unsubscribe = broker.subscribe((event) => heard.push(line(event)), { conversationId: 'c1' });
  return {
    store: requests,
    broker,
    heard,
    unsubscribe,
    errors,
    list,
    seen,
    find: (next: Partial<StoreChanges> | undefined) => (found = next),
    stored: async (requestId: string) => (await store.get('request', [requestId])).records[0]!,
  };
}

describe('the periodic read of missed changes [R-FLAT]', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reads the changes since the last read, and everything once a minute', async () => {
    const { broker, list, seen, heard, store } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect([list.mock.calls.length, seen.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(MINUTE - BEAT_MS);
    expect([list.mock.calls.length, seen.length]).toEqual([1, 6]);
    expect(seen[2]).toEqual({ cursor: '2', ids: ['c1'] });
    await store.open(asked('r1'), LONG);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(list).toHaveBeenCalledTimes(2);
    expect(heard).toEqual(['r1 awaiting_user_response']);
    await broker.close();
  });

  it('publishes what was opened and settled without a notification, except requests that no subscriber knew', async () => {
    const { broker, heard, store, find, stored } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    for (const id of ['r1', 'r2']) await store.open(asked(id), LONG);
    find({ records: [await stored('r1')] });
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    for (const id of ['r1', 'r2']) await store.settle(id, { result: { status: 'cancelled' }, settledAt: 1 });
    find({ records: [await stored('r1'), await stored('r2')] });
    await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(heard).toEqual(['r1 awaiting_user_response', 'r1 cancelled']);
    await broker.close();
  });

  it('continues while the store reports that there is more', async () => {
    const { broker, heard, store, find, stored, seen } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    for (const id of ['r1', 'r2']) await store.open(asked(id), LONG);
    const [one, two] = [await stored('r1'), await stored('r2')];
    find({
      get records() {
        find({ records: [two] });
        return [one];
      },
      hasMore: true,
    });
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(heard).toEqual(['r1 awaiting_user_response', 'r2 awaiting_user_response']);
    expect(seen.map(({ cursor }) => cursor)).toEqual([undefined, '0', '2']);
    await broker.close();
  });

  it('reads everything if the store does not know what has changed', async () => {
    const { broker, list, find, seen } = startDeafNode();
    await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(list).toHaveBeenCalledTimes(1);
    find(undefined);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(list).toHaveBeenCalledTimes(2);
    find({});
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(list).toHaveBeenCalledTimes(2);
    expect(seen.at(-1)?.cursor).toBe('0');
    await broker.close();
  });

  it('does not happen without a subscriber', async () => {
    const { broker, list, seen, unsubscribe } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    unsubscribe();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([list.mock.calls.length, seen.length]).toEqual([1, 1]);
    await broker.close();
  });

  it('reads everything within the shortest lease of a pending request, also if another node asked', async () => {
    const { broker, list, store, find, stored } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    await store.open({ ...asked('r1'), leaseMs: 2 * BEAT_MS }, LONG);
    broker.ask(makeRequest('r2'), { conversationId: 'c1', leaseMs: 3 * BEAT_MS }).catch(() => undefined);
    find({ records: [await stored('r1')] });
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(list).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4 * BEAT_MS);
    expect(list).toHaveBeenCalledTimes(3);
    find({});
    await store.settle('r1', { result: { status: 'cancelled' }, settledAt: 1 });
    await vi.advanceTimersByTimeAsync(8 * BEAT_MS);
    expect(list).toHaveBeenCalledTimes(6);
    await broker.close();
  });

  it('reads everything again after a failure', async () => {
    const { broker, errors, list } = startDeafNode();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRejectedValueOnce(new Error('No connection'));
    await vi.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(list).toHaveBeenCalledTimes(3);
    expect(errors).toEqual([new Error('No connection')]);
    await broker.close();
  });

  it('reads the same changes again after a failure', async () => {
    const { broker, errors, list, seen, find } = startDeafNode();
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    find({
      get records(): never {
        throw new Error('No connection');
      },
    });
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    find({});
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    expect(seen.slice(1).map(({ cursor }) => cursor)).toEqual(['0', '0']);
    expect(list).toHaveBeenCalledTimes(1);
    expect(errors).toEqual([new Error('No connection')]);
    await broker.close();
  });
});
