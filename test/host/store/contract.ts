import { describe, expect, it } from 'vitest';
import type { StoreChange } from '../../../src/host/store.js';
import { describeLeases } from './leases.js';
import { describeDelivery } from './delivery.js';
import { describePresence } from './presence.js';
import { describeRecords } from './records.js';
import { asked, endedBy, LONG, Stores, type MakeStore } from './setup.js';
import { describeTexts } from './texts.js';

export type { MakeStore } from './setup.js';

export interface StoreTraits {
  /** Whether a lease can expire. @default true */
  readonly leases?: boolean | undefined;
}

/** Tests the rules of every `RequestStore`. `make` returns an empty store for each test. */
export function describeStore(name: string, make: MakeStore, { leases = true }: StoreTraits = {}): void {
  describe(`the store: ${name} [R-DURABLE]`, () => {
    describeRecords(make);
    describeRequests(make);
    describeWatching(make);
    describeTexts(make);
    describeDelivery(make);
    describePresence(make, leases);
    if (leases) describeLeases(make);
    else describeNoLeases(make);
  });
}

function describeRequests(make: MakeStore): void {
  describe('its requests', () => {
    const at = new Stores(make);

    it('record once that a settlement has not reached its agent, and notify about it', async () => {
      await at.store.open(asked('r1'), LONG);
      const { instanceId } = (await at.store.get('r1'))!;
      await at.store.unreached('r1', instanceId);
      expect((await at.other.get('r1'))?.state).toBe('awaiting_user_response');
      await at.store.settle('r1', endedBy('Ana'));
      const heard: (string | undefined)[] = [];
      const unwatch = at.other.watch((change) => heard.push(change?.requestId));
      try {
        await at.store.unreached('r1', 'another instance');
        expect((await at.other.get('r1'))?.settlement).toEqual(endedBy('Ana'));
        for (const store of [at.store, at.other, at.store]) await store.unreached('r1', instanceId);
        await at.store.unreached('nobody’s', instanceId);
        expect((await at.other.get('r1'))?.settlement).toEqual({ ...endedBy('Ana'), reached: false });
        await expect.poll(() => heard.some((id) => id === 'r1' || id === undefined)).toBe(true);
      } finally {
        unwatch();
      }
    });

    it('are stored once, and `open` returns an existing request', async () => {
      expect(await at.store.open(asked('r1', { agent: { id: 'a' }, allow: { skip: true } }), LONG)).toBeUndefined();
      const again = await at.other.open(asked('r1', { conversationId: 'c2', askedAt: 9 }), LONG);
      expect(again).toMatchObject({
        ...asked('r1'),
        agent: { id: 'a' },
        allow: { skip: true },
        state: 'awaiting_user_response',
      });
      expect(again?.settlement).toBeUndefined();
      expect(await at.store.get('r1')).toEqual(again);
      expect(await at.store.list(['c2'])).toEqual([]);
    });

    it('are returned by `changes` if they have changed since a cursor [R-FLAT]', async () => {
      if (!at.records.changes) return;
      const ids = async (since: string, of?: readonly string[]) =>
        (await at.other.changes(since, of))?.changed
          .map(({ request, state }) => `${request.requestId} ${state}`)
          .toSorted();
      const cursor = async () => {
        const now = (await at.store.changes())!;
        expect(now.changed).toEqual([]);
        await expect.poll(() => ids(now.cursor)).toEqual([]);
        return now.cursor;
      };
      await at.store.open(asked('r1'), LONG);
      await at.store.open(asked('r2', { conversationId: 'c2' }), LONG);
      const first = await cursor();
      await at.store.open(asked('r3'), LONG);
      await at.store.attach('r2', { owner: 'a' });
      const both = ['r2 awaiting_user_response', 'r3 awaiting_user_response'];
      expect(await ids(first)).toEqual(both);
      expect(await ids(first, ['c2'])).toEqual(both.slice(0, 1));
      expect(await ids(first, [])).toEqual([]);
      const second = await cursor();
      await at.store.settle('r1', endedBy('Ana'));
      expect(await ids(second)).toEqual(['r1 settled']);
      const third = await cursor();
      await at.store.unreached('r1', (await at.store.get('r1'))!.instanceId);
      expect(await ids(third)).toEqual(['r1 settled']);
      expect(await ids(first)).toEqual(['r1 settled', ...both]);
    });

    it('are returned by `changes` at most 200 at a time [R-FLAT]', async () => {
      if (!at.records.changes) return;
      let { cursor } = (await at.store.changes())!;
      await Promise.all(Array.from({ length: 450 }, (_, i) => at.store.open(asked(`r${i}`), LONG)));
      const ids: string[] = [];
      for (let hasMore = true; hasMore;) {
        const found = (await at.other.changes(cursor))!;
        expect(found.changed.length).toBeLessThanOrEqual(200);
        ids.push(...found.changed.map(({ request }) => request.requestId));
        ({ cursor, hasMore } = found);
      }
      expect(ids).toHaveLength(450);
      expect(new Set(ids).size).toBe(450);
      await expect.poll(async () => (await at.store.changes(cursor))?.changed).toEqual([]);
    });

    it('receive an instance id when they are opened, which is never used again [R-INSTANCE]', async () => {
      const known = new Set<string | undefined>();
      for (let i = 1; i <= 3; i++) {
        expect(await at.store.open(asked('r1'), LONG)).toBeUndefined();
        const there = await at.other.open(asked('r1', { askedAt: 9 }), LONG);
        const [listed] = await at.store.list(['c1']);
        const [read, other] = [await at.store.get('r1'), await at.other.get('r1')];
        expect(there?.instanceId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
        expect([listed, read, other].map((one) => one?.instanceId)).toEqual(Array(3).fill(there?.instanceId));
        await at.store.settle('r1', endedBy('Ana'));
        expect((await at.other.get('r1'))?.instanceId).toBe(there?.instanceId);
        expect(known.size).toBe(known.add(there?.instanceId).size - 1);
        await at.forget('r1');
        expect(await at.other.get('r1')).toBeUndefined();
      }
    });

    it('are settled only if the given instance id matches [R-INSTANCE]', async () => {
      await at.store.open(asked('r1'), LONG);
      const first = await at.store.get('r1');
      await at.store.settle('r1', endedBy('Ana'));
      await at.forget('r1');
      await at.store.open(asked('r1'), LONG);
      const second = await at.store.get('r1');
      for (const instanceId of [first!.instanceId, '', 'a\0b', '\ud800', second!.instanceId.slice(0, -1)]) {
        expect(await at.other.settle('r1', endedBy('late'), { orphaned: true, instanceId })).toBe(false);
      }
      expect(await at.other.get('r1')).toEqual(second);
      expect(await at.other.settle('r1', endedBy('Ben'), { instanceId: second!.instanceId })).toBe(true);
      expect((await at.store.get('r1'))?.settlement).toEqual(endedBy('Ben'));
    });

    it('are stored once if 20 callers open the same id at once', async () => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? at.store : at.other).open(asked('r1', { askedAt: i }), LONG)),
      );
      expect(opened.filter((there) => there === undefined)).toHaveLength(1);
      const kept = await at.store.get('r1');
      for (const there of opened) if (there) expect(there).toEqual(kept);
    });

    it('do not exist before they are opened', async () => {
      expect(await at.store.get('r1')).toBeUndefined();
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(false);
      expect(await at.store.settle('r1', endedBy('Ana'), { orphaned: true })).toBe(false);
      await at.store.attach('r1', { ...LONG, owner: 'a' });
      expect(await at.store.get('r1')).toBeUndefined();
      expect(await at.store.list()).toEqual([]);
    });

    it('are settled once, by one of many callers, who is recorded [R-FIRST]', async () => {
      await at.store.open(asked('r1'), LONG);
      const tries = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const by = `user ${i}`;
          return (await (i % 2 ? at.store : at.other).settle('r1', endedBy(by))) ? [by] : [];
        }),
      );
      const won = tries.flat();
      expect(won).toHaveLength(1);
      for (const node of [at.store, at.other]) {
        expect(await node.get('r1')).toMatchObject({ state: 'settled', settlement: endedBy(won[0]!) });
      }
      expect(await at.other.settle('r1', endedBy('late'), { orphaned: true })).toBe(false);
      expect((await at.store.open(asked('r1'), LONG))?.settlement?.by).toBe(won[0]);
    });

    it('keep what users ask the agent and its replies, each written once by any node [R-ASKBACK]', async () => {
      for (const owner of ['one', 'two']) await at.store.beat(owner, 60_000);
      await at.store.open(asked('r1'), { ...LONG, owner: 'one', replies: true });
      await at.store.attach('r1', { owner: 'two', replies: true });
      const { instanceId, request } = (await at.store.get('r1'))!;
      const question = { questionId: request.questions[0]!.id, text: 'Why? 界😀', key: 'k1', by: 'Ana' };
      const sent = await Promise.all(
        [at.store, at.other].map((store) => store.askBack('r1', { instanceId, asked: question })),
      );
      expect(sent).toEqual([undefined, undefined]);
      const taken = await Promise.all([
        at.store.takeExchange('r1', 'k1', 'one'),
        at.other.takeExchange('r1', 'k1', 'two'),
      ]);
      expect(taken.filter(Boolean)).toHaveLength(1);
      const [taker, other] = taken[0] ? ['one', 'two'] : ['two', 'one'];
      await at.other.endExchange('r1', 'k1', other!, 'Late.');
      await at.store.endExchange('r1', 'k1', taker!, 'So. 界😀');
      const stored = (await at.other.get('r1'))!;
      expect(stored.askBack).toMatchObject({ offered: true, counts: { [question.questionId]: 1 } });
      const replied = [{ ...question, status: 'replied', reply: 'So. 界😀' }];
      expect(at.other.exchanges(stored)).toEqual(replied);
      await at.store.settle('r1', endedBy('Ana'));
      expect(at.other.exchanges((await at.other.get('r1'))!)).toEqual(replied);
    });

    it('are settled separately', async () => {
      await at.store.open(asked('r1'), LONG);
      await at.store.open(asked('r2'), LONG);
      expect(await at.other.settle('r1', { ...endedBy('Ana'), idempotencyKey: 'k1' })).toBe(true);
      expect(await at.stateOf('r2')).toBe('awaiting_user_response');
      expect((await at.store.get('r1'))?.settlement).toEqual({ ...endedBy('Ana'), idempotencyKey: 'k1' });
    });

    it('are listed if they are pending, first in, first out, by conversation', async () => {
      for (const [requestId, conversationId] of [
        ['z', 'c1'],
        ['y', 'c2'],
        ['x', 'c1'],
        ['w', 'c3'],
      ] as const) {
        const node = requestId === 'x' ? at.other : at.store;
        // A clock that is behind must not change the order.
        await node.open(asked(requestId, { conversationId, askedAt: requestId === 'x' ? -1_000 : 1 }), LONG);
      }
      const ids = async (conversations?: readonly string[]) =>
        (await at.other.list(conversations)).map(({ request }) => request.requestId);
      expect(await ids()).toEqual(['z', 'y', 'x', 'w']);
      expect(await ids(['c1'])).toEqual(['z', 'x']);
      expect(await ids(['c3', 'c2'])).toEqual(['y', 'w']);
      expect(await ids(['c4'])).toEqual([]);
      expect(await ids([])).toEqual([]);
      await at.store.settle('z', endedBy('Ana'));
      await at.store.attach('x', { ...LONG, owner: 'a' });
      expect(await ids(['c1', 'c2'])).toEqual(['y', 'x']);
      const orders = (await at.store.list()).map(({ order }) => order);
      expect([...orders].sort((a, b) => a - b)).toEqual(orders);
      expect(new Set(orders).size).toBe(3);
    });
  });
}

function describeWatching(make: MakeStore): void {
  describe('its notifications', () => {
    const at = new Stores(make);

    it('report every opened and every settled request, on this node and on another [R-STATE]', async () => {
      const heard: (StoreChange | undefined)[][] = [[], []];
      const stops = [at.store, at.other].map((node, i) => node.watch((change) => heard[i]!.push(change)));
      await at.store.open(asked('r1'), LONG);
      // A node that is still connecting reports that it may have missed something.
      const either = (changes: (StoreChange | undefined)[]) => changes.some((one) => !one || one.requestId === 'r1');
      for (const changes of heard) await expect.poll(() => either(changes)).toBe(true);
      await at.other.open(asked('r2', { conversationId: 'c2' }), LONG);
      for (const changes of heard) {
        await expect.poll(() => changes).toContainEqual({ requestId: 'r2', conversationId: 'c2' });
        changes.length = 0;
      }
      await at.store.settle('r2', endedBy('Ana'));
      for (const changes of heard) {
        await expect.poll(() => changes).toContainEqual({ requestId: 'r2', conversationId: 'c2' });
      }
      for (const stop of stops) stop();
    });

    it('stop for a listener that unsubscribed, and continue for the others', async () => {
      const gone: (StoreChange | undefined)[] = [];
      const there: (StoreChange | undefined)[] = [];
      const stop = at.store.watch((change) => gone.push(change));
      const stopOther = at.store.watch((change) => there.push(change));
      await at.store.open(asked('r1'), LONG);
      await expect.poll(() => Math.min(gone.length, there.length)).toBeGreaterThan(0);
      stop();
      stop();
      gone.length = 0;
      await at.store.open(asked('r2'), LONG);
      await expect.poll(() => there).toContainEqual({ requestId: 'r2', conversationId: 'c1' });
      expect(gone).toEqual([]);
      stopOther();
      // A listener can be added again after the last one has unsubscribed.
      const stopAgain = at.store.watch((change) => there.push(change));
      there.length = 0;
      await at.store.open(asked('r3'), LONG);
      await expect.poll(() => there.some((one) => !one || one.requestId === 'r3')).toBe(true);
      stopAgain();
    });
  });
}

function describeNoLeases(make: MakeStore): void {
  describe('without leases', () => {
    const at = new Stores(make);

    it('never orphans a request', async () => {
      await at.store.open(asked('r1'), { leaseMs: 1 });
      await at.pass(LONG.leaseMs);
      expect(await at.stateOf('r1')).toBe('awaiting_user_response');
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(true);
    });
  });
}
