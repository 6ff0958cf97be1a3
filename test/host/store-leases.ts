import { describe, expect, it } from 'vitest';
import { asked, endedBy, LEASE, LONG, Stores, type MakeStore } from './store-setup.js';

/** A request is open for as long as somebody is known to wait for it. */
export function describeLeases(make: MakeStore): void {
  describe('its leases', () => {
    const at = new Stores(make);

    it('takes a request for orphaned once its lease has run out, and does not end it', async () => {
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

    it('ends an orphan where that is asked for, once', async () => {
      await at.orphan('r1');
      const ends = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? at.store : at.other).settle('r1', endedBy(`${i}`), { orphaned: true }),
        ),
      );
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect(await at.stateOf('r1')).toBe('settled');
    });

    it('keeps a request open that somebody touches, and revives an orphan', async () => {
      await at.store.open(asked('r0'), LEASE);
      await at.other.touch(['r0', 'nobody’s'], LONG);
      await at.orphan('r1');
      expect(await at.stateOf('r0')).toBe('awaiting_user_response');
      await at.other.touch(['r0', 'r1'], LONG);
      expect(await at.stateOf('r1')).toBe('awaiting_user_response');
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(true);
    });

    it('never revives what is settled', async () => {
      await at.store.open(asked('r1'), LONG);
      expect(await at.store.settle('r1', endedBy('Ana'))).toBe(true);
      // A lease that runs out while r2 is waited for. The first one must not: a busy machine may take longer to settle.
      await at.store.touch(['r1'], LEASE);
      await at.orphan('r2');
      expect(await at.stateOf('r1')).toBe('settled');
      await at.store.touch(['r1'], LONG);
      expect((await at.other.open(asked('r1'), LONG))?.state).toBe('settled');
      expect((await at.store.list()).map(({ request }) => request.requestId)).toEqual(['r2']);
    });
  });
}
