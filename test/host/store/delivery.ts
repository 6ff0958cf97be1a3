import { describe, expect, it } from 'vitest';
import type { TakenSettlement } from '../../../src/host/store/requests.js';
import { asked, endedBy, LONG, Stores, type MakeStore } from './setup.js';

/** The options of a process that takes settlements. No test waits for this claim to expire. */
const taker = (claim: string) => ({ claim, claimMs: 600_000, limit: 10 });
const SOON = { claimMs: 200, limit: 10 };

/** Settlements wait for their callbacks. */
export function describeDelivery(make: MakeStore): void {
  describe('its deliveries', () => {
    const at = new Stores(make);
    const here = () => at.store;
    const there = () => at.other;

    async function settle(requestId: string, callback = 'resume'): Promise<void> {
      await at.store.open(asked(requestId, { callback }), LONG);
      expect(await at.other.settle(requestId, endedBy('Ana'))).toBe(true);
    }
    const idsOf = (taken: readonly TakenSettlement[]) => taken.map(({ settled }) => settled.request.requestId);

    it('returns a settlement to one of many takers, and to none before it is settled [R-DETACHED]', async () => {
      await at.store.open(asked('r1', { callback: 'resume' }), { leaseMs: 'none' });
      expect(await here().take('resume', taker('early'))).toEqual([]);
      await at.store.settle('r1', endedBy('Ana'));
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? here() : there()).take('resume', taker(`${i}`))),
      );
      expect(taken.flat()).toMatchObject([
        { attempt: 1, settled: { ...asked('r1'), state: 'settled', settlement: endedBy('Ana'), callback: 'resume' } },
      ]);
      expect(taken.flat()[0]!.settled.instanceId).toBe((await at.store.get('r1'))?.instanceId);
    });

    it('returns settlements of one callback, longest due first, up to the limit [R-DETACHED]', async () => {
      for (const id of ['r1', 'r2', 'r3']) await settle(id);
      await settle('other', 'other');
      await at.store.open(asked('none'), LONG);
      await at.store.settle('none', endedBy('Ana'));
      expect(idsOf(await here().take('resume', { ...taker('a'), limit: 2 }))).toEqual(['r1', 'r2']);
      expect(idsOf(await there().take('resume', { ...taker('b'), limit: 2 }))).toEqual(['r3']);
      expect(await here().take('nobody’s', taker('c'))).toEqual([]);
      expect(idsOf(await here().take('other', taker('d')))).toEqual(['other']);
    });

    it('accepts callbacks and requests of any name [R-DETACHED]', async () => {
      const name = `"\\ \u0000 ${'é'.repeat(300)}`;
      await settle(name, name);
      expect(idsOf(await here().take(name, taker('a')))).toEqual([name]);
      expect(await there().step(name, 'a', { state: 'delivered' })).toBe(true);
    });

    it('returns a settlement with the note that it has not reached its agent [R-DETACHED]', async () => {
      await settle('r1');
      await at.store.unreached('r1', (await at.store.get('r1'))!.instanceId);
      const [taken] = await there().take('resume', taker('a'));
      expect(taken?.settled.settlement).toEqual({ ...endedBy('Ana'), reached: false });
    });

    it('removes a delivered settlement [R-DETACHED]', async () => {
      await settle('r1');
      await here().take('resume', { ...SOON, claim: 'a' });
      expect(await here().step('r1', 'a', { state: 'delivered' })).toBe(true);
      expect(await here().step('r1', 'a', { state: 'delivered' })).toBe(false);
      await at.pass(SOON.claimMs + 1);
      expect(await there().take('resume', taker('b'))).toEqual([]);
      expect(await at.stateOf('r1')).toBe('settled');
      expect(await here().retry('r1')).toBe(false);
    });

    it('returns a settlement to another taker after a claim has expired, and then ignores the first taker [R-DETACHED]', async () => {
      await settle('r1');
      await here().take('resume', { ...SOON, claim: 'a' });
      await at.pass(SOON.claimMs + 1);
      await expect.poll(() => there().take('resume', taker('b'))).toMatchObject([{ attempt: 2 }]);
      for (const next of [
        { state: 'delivered' },
        { state: 'held', forMs: 0 },
        { state: 'due', inMs: 0, error: '' },
        { state: 'released' },
        { state: 'parked', error: '' },
      ] as const) {
        expect(await here().step('r1', 'a', next)).toBe(false);
      }
      expect(await here().take('resume', taker('c'))).toEqual([]);
      expect(await here().parked()).toEqual([]);
    });

    it('allows a claim to be renewed [R-DETACHED]', async () => {
      await settle('r1');
      await here().take('resume', { ...SOON, claim: 'a' });
      expect(await here().step('r1', 'a', { state: 'held', forMs: 600_000 })).toBe(true);
      await settle('r2');
      await here().take('resume', { ...SOON, claim: 'b' });
      await at.pass(SOON.claimMs + 1);
      await expect.poll(async () => idsOf(await there().take('resume', taker('c')))).toEqual(['r2']);
      expect(await here().step('r1', 'a', { state: 'delivered' })).toBe(true);
    });

    it('returns a failed settlement again after the given delay, without a claim [R-DETACHED]', async () => {
      await settle('r1');
      await here().take('resume', taker('a'));
      expect(await here().step('r1', 'a', { state: 'due', inMs: 600_000, error: 'Busy' })).toBe(true);
      expect(await here().step('r1', 'a', { state: 'held', forMs: 0 })).toBe(false);
      expect(await there().take('resume', taker('b'))).toEqual([]);
      await settle('r2');
      await here().take('resume', taker('c'));
      await here().step('r2', 'c', { state: 'due', inMs: 0, error: 'Busy' });
      await expect.poll(() => there().take('resume', taker('d'))).toMatchObject([{ attempt: 2 }]);
    });

    it('returns a released settlement at once, and does not count the attempt [R-DETACHED]', async () => {
      await settle('r1');
      await here().take('resume', taker('a'));
      await here().step('r1', 'a', { state: 'due', inMs: 0, error: 'Busy' });
      await expect.poll(() => here().take('resume', taker('b'))).toMatchObject([{ attempt: 2 }]);
      expect(await here().step('r1', 'b', { state: 'released' })).toBe(true);
      expect(await here().step('r1', 'b', { state: 'released' })).toBe(false);
      await expect.poll(() => there().take('resume', taker('c'))).toMatchObject([{ attempt: 2 }]);
      await there().step('r1', 'c', { state: 'parked', error: 'Gone' });
      expect(await here().parked()).toMatchObject([{ attempts: 2, error: 'Gone' }]);
    });

    it('lists parked settlements, returns them to no taker, and retries them with a new count of attempts [R-DETACHED]', async () => {
      for (const id of ['r1', 'r2']) await settle(id);
      await here().take('resume', taker('a'));
      for (const id of ['r2', 'r1']) {
        expect(await there().step(id, 'a', { state: 'parked', error: `No route for ${id}` })).toBe(true);
      }
      expect(await there().parked()).toMatchObject([
        { attempts: 1, error: 'No route for r1', settled: { request: { requestId: 'r1' } } },
        { attempts: 1, error: 'No route for r2', settled: { settlement: endedBy('Ana') } },
      ]);
      expect(await here().take('resume', taker('b'))).toEqual([]);
      expect(await here().step('r1', 'a', { state: 'delivered' })).toBe(false);
      const heard: (string | undefined)[] = [];
      const unwatch = at.other.watch((change) => heard.push(change?.requestId));
      try {
        expect(await here().retry('r1')).toBe(true);
        expect(await here().retry('r1')).toBe(false);
        expect(await here().retry('nobody’s')).toBe(false);
        await expect.poll(() => heard.some((id) => id === 'r1' || id === undefined)).toBe(true);
      } finally {
        unwatch();
      }
      expect(await there().parked()).toMatchObject([{ settled: { request: { requestId: 'r2' } } }]);
      expect(await there().take('resume', taker('c'))).toMatchObject([
        { attempt: 1, settled: { request: { requestId: 'r1' } } },
      ]);
    });

    it('contains no settlement that was refused [R-DETACHED]', async () => {
      await settle('r1');
      expect(await at.store.settle('r1', endedBy('Ben'))).toBe(false);
      expect(await here().take('resume', taker('a'))).toMatchObject([{ settled: { settlement: { by: 'Ana' } } }]);
    });
  });
}
