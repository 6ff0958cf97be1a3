import { describe, expect, it, vi } from 'vitest';
import { asked, endedBy, LONG, SHORT, Stores, type MakeStore } from './setup.js';

/** A request is pending for as long as a caller is known to wait for it. */
export function describeLeases(make: MakeStore): void {
  describe('its leases', () => {
    const at = new Stores(make);

    it('orphan a request when they expire, without settling it', async () => {
      await at.store.open(asked('r2'), LONG);
      await at.orphan('r1');
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(false);
      expect(await at.other.settle('r1', endedBy('Ana'), {})).toBe(false);
      expect((await at.store.list(['c1'])).map(({ request, state }) => [request.requestId, state])).toEqual([
        ['r2', 'awaiting_user_response'],
        ['r1', 'orphaned'],
      ]);
      expect((await at.store.open(asked('r1'), LONG))?.state).toBe('orphaned');
      expect(await at.stateOf('r1')).toBe('orphaned');
    });

    it('allow an orphan to be settled if the caller requests that, once', async () => {
      await at.orphan('r1');
      const ends = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? at.store : at.other).settle('r1', endedBy(`${i}`), { orphaned: true }),
        ),
      );
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect(await at.stateOf('r1')).toBe('settled');
    });

    it('keep a request pending while its owner is alive, and revive an orphan that an owner attaches to', async () => {
      await at.store.open(asked('r0'), { ...SHORT, owner: 'a' });
      await at.other.beat('a', LONG.leaseMs);
      await at.orphan('r1');
      expect(await at.stateOf('r0')).toBe('awaiting_user_response');
      await at.other.attach('r1', { ...LONG, owner: 'b' });
      await at.other.attach('nobody’s', { ...LONG, owner: 'b' });
      expect(await at.stateOf('r1')).toBe('awaiting_user_response');
      expect(await at.stateOf('nobody’s')).toBeUndefined();
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(true);
    });

    it('count from the death of the last owner, whose heartbeat revives the request [R-LEASE]', async () => {
      await at.store.open(asked('r0'), { ...SHORT, owner: 'a' });
      await at.store.attach('r0', { ...SHORT, owner: 'b' });
      await at.store.beat('b', SHORT.leaseMs);
      await at.orphan('r1');
      await at.pass(SHORT.leaseMs);
      await vi.waitUntil(async () => (await at.stateOf('r0')) === 'orphaned', { timeout: 10_000 });
      await at.store.beat('b', LONG.leaseMs);
      expect(await at.stateOf('r0')).toBe('awaiting_user_response');
      expect(await at.stateOf('r1')).toBe('orphaned');
    });

    it('keep a request pending without a limit, even if no caller waits [R-LEASE]', async () => {
      await at.store.open(asked('r0'), { leaseMs: 'none' });
      await at.store.open(asked('r2'), { ...SHORT, owner: 'dead' });
      await at.store.attach('r2', { leaseMs: 'none', owner: 'dead' });
      await at.orphan('r1');
      expect(await at.store.list()).toMatchObject([
        { state: 'awaiting_user_response' },
        { state: 'awaiting_user_response' },
        { state: 'orphaned' },
      ]);
      expect(await at.store.settle('r0', endedBy('Ana'))).toBe(true);
      expect(await at.store.settle('r2', endedBy('Ana'))).toBe(true);
    });

    it('stay unchanged if an owner attaches without a lease [R-LEASE]', async () => {
      await at.store.open(asked('r0'), { leaseMs: 'none' });
      await at.store.open(asked('r2'), SHORT);
      for (const id of ['r0', 'r2']) await at.other.attach(id, { owner: 'dead' });
      await at.orphan('r1');
      await vi.waitUntil(async () => (await at.stateOf('r2')) === 'orphaned', { timeout: 10_000 });
      expect(await at.stateOf('r0')).toBe('awaiting_user_response');
    });

    it('prevent a leaving owner from settling a request that another living owner waits for [R-LEASE]', async () => {
      await at.store.open(asked('r1'), { ...LONG, owner: 'a' });
      for (const owner of ['a', 'b']) await at.other.beat(owner, LONG.leaseMs);
      for (const owner of ['b', 'dead']) await at.other.attach('r1', { ...LONG, owner });
      expect(await at.store.settle('r1', endedBy('a'), { orphaned: true, leaver: 'a' })).toBe(false);
      expect(await at.stateOf('r1')).toBe('awaiting_user_response');
      expect(await at.other.settle('r1', endedBy('b'), { orphaned: true, leaver: 'b' })).toBe(true);
      expect((await at.store.get('r1'))?.settlement).toEqual(endedBy('b'));
    });

    it('keep the wait of an owner whose heartbeat returns after a pause [R-LEASE]', async () => {
      await at.store.open(asked('r1'), { ...LONG, owner: 'a' });
      await at.store.beat('a', 1);
      await at.orphan('r2');
      await at.other.beat('b', LONG.leaseMs);
      await at.other.attach('r1', { ...LONG, owner: 'b' });
      await at.store.beat('a', LONG.leaseMs);
      expect(await at.other.settle('r1', endedBy('b'), { orphaned: true, leaver: 'b' })).toBe(false);
      expect(await at.stateOf('r1')).toBe('awaiting_user_response');
    });

    it('prevent a caller from settling a request that it does not wait for [R-INSTANCE]', async () => {
      await at.store.open(asked('r1'), { ...LONG, owner: 'a' });
      await at.store.open(asked('r2'), { leaseMs: 'none' });
      for (const [id, leaver] of [
        ['r1', 'b'],
        ['r2', 'a'],
      ] as const) {
        expect(await at.other.settle(id, endedBy(leaver), { orphaned: true, leaver })).toBe(false);
        expect(await at.stateOf(id)).toBe('awaiting_user_response');
      }
      expect(await at.other.settle('r1', endedBy('a'), { orphaned: true, leaver: 'a' })).toBe(true);
    });

    it('let the last of many owners that leave at once settle the request [R-LEASE]', async () => {
      const owners = Array.from({ length: 8 }, (_, i) => `owner-${i}`);
      await at.store.open(asked('r1'), LONG);
      for (const owner of owners) {
        await at.store.beat(owner, LONG.leaseMs);
        await at.store.attach('r1', { ...LONG, owner });
      }
      const ends = await Promise.all(
        owners.map((owner, i) =>
          (i % 2 ? at.store : at.other).settle('r1', endedBy(owner), { orphaned: true, leaver: owner }),
        ),
      );
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect(await at.stateOf('r1')).toBe('settled');
    });

    it('never revive a settled request', async () => {
      await at.store.open(asked('r1'), { ...LONG, owner: 'a' });
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(true);
      await at.store.attach('r1', { ...SHORT, owner: 'b' });
      await at.orphan('r2');
      expect(await at.stateOf('r1')).toBe('settled');
      await at.store.beat('a', LONG.leaseMs);
      expect((await at.other.open(asked('r1'), LONG))?.state).toBe('settled');
      expect((await at.store.list()).map(({ request }) => request.requestId)).toEqual(['r2']);
    });
  });
}
