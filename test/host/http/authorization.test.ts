import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Authorized } from '../../../src/host/http/types.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createGate, settleDown } from '../helpers.js';
import { ana, askIn, bo, events, HEARTBEAT, listen, mount } from './helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('authorization is repeated with every heartbeat [R-AUTH]', () => {
  const rights = (first: Authorized | null) => {
    let now: () => Authorized | null | Promise<Authorized | null> = () => first;
    return { authorize: () => now(), become: (next: typeof now) => void (now = next) };
  };
  const beat = () => vi.advanceTimersByTimeAsync(HEARTBEAT);

  it('so that the stream of a user who signs out is closed', async () => {
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize });
    const stream = listen(await mounted.handler(events(ana)));
    await beat();
    expect(stream.ended).toBe(false);
    become(() => null);
    await beat();
    await askIn(mounted, 'r1');
    expect([stream.ended, stream.lines(), mounted.subscribers()]).toEqual([true, ['snapshot'], 0]);
    expect(mounted.errors).toEqual([]);
  });

  it.each(['', '?conversationId=c2'])(
    'so that a client which loses a conversation reconnects to the others (%j)',
    async (query) => {
      const { authorize, become } = rights({ conversations: ['c1', 'c2'] });
      const mounted = mount({ authorize });
      const stream = listen(await mounted.handler(events(ana, query)));
      become(() => ({ conversations: ['c1'] }));
      await beat();
      await askIn(mounted, 'r2', 'c2');
      expect([stream.ended, stream.lines()]).toEqual([true, ['snapshot']]);
    },
  );

  it('but the stream of one conversation stays open while other conversations change', async () => {
    const { authorize, become } = rights({ conversations: ['c1', 'c2'] });
    const mounted = mount({ authorize });
    const stream = listen(await mounted.handler(events(ana, '?conversationId=c1')));
    become(() => ({ conversations: ['c1', 'c3'] }));
    await beat();
    await askIn(mounted, 'r3', 'c3');
    await askIn(mounted, 'r1', 'c1');
    expect([stream.ended, stream.lines()]).toEqual([false, ['snapshot', 'awaiting_user_response r1']]);
    await stream.leave();
  });

  it('so that an added conversation is followed, with its pending requests', async () => {
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize });
    await askIn(mounted, 'r1', 'c1');
    await askIn(mounted, 'r2', 'c2');
    const stream = listen(await mounted.handler(events(ana)));
    become(() => ({ conversations: ['c1', 'c2'] }));
    await beat();
    await askIn(mounted, 'r3', 'c2');
    await beat();
    expect(stream.lines()).toEqual(['snapshot r1', 'awaiting_user_response r2', 'awaiting_user_response r3']);
    expect(mounted.subscribers()).toBe(1);
    await stream.leave();
  });

  it('but without requests of it that were settled while it was read', async () => {
    const store = createMemoryStore();
    let gate = createGate();
    gate.open();
    const list: typeof store.list = async (...args) => {
      const listed = await store.list(...args);
      await gate.wait();
      return listed;
    };
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize }, { store: { ...store, list } });
    const second = await askIn(mounted, 'r2', 'c2');
    const stream = listen(await mounted.handler(events(ana)));
    await settleDown();
    become(() => ({ conversations: ['c1', 'c2'] }));
    gate = createGate();
    await beat();
    second.abort();
    await settleDown();
    await askIn(mounted, 'r3', 'c2');
    gate.open();
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot', 'settled r2 aborted', 'awaiting_user_response r3']);
    await stream.leave();
  });

  it('and if it fails, the stream is closed and the error is reported', async () => {
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize });
    const stream = listen(await mounted.handler(events(ana)));
    become(() => Promise.reject(new Error('no session db')));
    await beat();
    expect([stream.ended, mounted.errors.map(String), mounted.subscribers()]).toEqual([
      true,
      ['Error: no session db'],
      0,
    ]);
  });

  it('and if it does not return within a heartbeat, the stream is closed and the error is reported', async () => {
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize });
    const stream = listen(await mounted.handler(events(ana)));
    become(() => new Promise(() => {}));
    await beat();
    expect(stream.ended).toBe(false);
    await beat();
    expect([stream.ended, mounted.subscribers()]).toEqual([true, 0]);
    expect(mounted.errors.map(String)).toEqual([expect.stringMatching(/`authorize` has not returned within \d+ ms/)]);
  });

  it('and a store that is slow to list an added conversation does not close the stream', async () => {
    const store = createMemoryStore();
    const gate = createGate();
    let isSlow = false;
    const list: typeof store.list = async (...args) => {
      if (isSlow) await gate.wait();
      return store.list(...args);
    };
    const { authorize, become } = rights({ conversations: ['c1'] });
    const mounted = mount({ authorize }, { store: { ...store, list } });
    await askIn(mounted, 'r2', 'c2');
    const stream = listen(await mounted.handler(events(ana)));
    isSlow = true;
    become(() => ({ conversations: ['c1', 'c2'] }));
    for (let i = 0; i < 3; i++) await beat();
    expect([stream.ended, mounted.errors]).toEqual([false, []]);
    gate.open();
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot', 'awaiting_user_response r2']);
    await stream.leave();
  });

  it('and separates two users', async () => {
    const mounted = mount();
    const [anas, bos] = [listen(await mounted.handler(events(ana))), listen(await mounted.handler(events(bo)))];
    await askIn(mounted, 'r1', 'c1');
    await askIn(mounted, 'r2', 'c2');
    await beat();
    expect(anas.lines()).toEqual(['snapshot', 'awaiting_user_response r1']);
    expect(bos.lines()).toEqual(['snapshot', 'awaiting_user_response r2']);
    await Promise.all([anas.leave(), bos.leave()]);
  });
});
