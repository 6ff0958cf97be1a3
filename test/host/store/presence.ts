import { describe, expect, it } from 'vitest';
import { Stores, type MakeStore } from './setup.js';

const ALIVE_MS = 600_000;

/**
 * Users of one process can see conversations, and another process asks for them. `ends` is whether a process can be
 * considered dead.
 */
export function describePresence(make: MakeStore, ends: boolean): void {
  describe('its presence', () => {
    const at = new Stores(make);
    const here = () => at.store;
    const last = async (...ids: readonly string[]) => {
      const ages = await at.other.lastAttended(ids);
      return ids.map((id) => ages.get(id));
    };
    /** Lets some of the store's time pass. */
    async function pass(): Promise<void> {
      await at.pass(20);
      const start = performance.now();
      await expect.poll(() => performance.now() - start).toBeGreaterThan(20);
    }

    it('contains the conversations that a user can see, and no others [R-UNATTENDED]', async () => {
      await at.store.beat('a', ALIVE_MS);
      await here().attend('a', 'c1', true);
      await here().attend('a', '', true);
      expect(await last('c1', 'c2', '', '"all')).toEqual([0, undefined, 0, undefined]);
      expect(await last()).toEqual([]);
    });

    it('returns how long ago the last user left, until one returns [R-UNATTENDED]', async () => {
      await at.store.beat('a', ALIVE_MS);
      await at.store.beat('b', ALIVE_MS);
      for (const owner of ['a', 'b']) await here().attend(owner, 'c1', true);
      await here().attend('a', 'c1', false);
      await pass();
      expect(await last('c1')).toEqual([0]);
      await here().attend('b', 'c1', false);
      await pass();
      const [age] = await last('c1');
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(30_000);
      await here().attend('a', 'c1', true);
      expect(await last('c1')).toEqual([0]);
    });

    it('counts a user of all conversations for each conversation [R-UNATTENDED]', async () => {
      await at.store.beat('a', ALIVE_MS);
      await here().attend('a', undefined, true);
      expect(await last('c1', 'c2')).toEqual([0, 0]);
      await here().attend('a', undefined, false);
      await pass();
      expect((await last('c1'))[0]).toBeGreaterThan(0);
    });

    it('accepts conversations of any name [R-UNATTENDED]', async () => {
      const name = `"all \\ \u0000 ${'é'.repeat(300)}`;
      await at.store.beat('a', ALIVE_MS);
      await here().attend('a', name, true);
      expect(await last(name, 'c1')).toEqual([0, undefined]);
    });

    if (!ends) return;
    it('counts users until their process is considered dead [R-UNATTENDED]', async () => {
      await at.store.beat('a', 100);
      await here().attend('a', 'c1', true);
      await at.pass(101);
      await expect.poll(async () => (await last('c1'))[0]).toBeGreaterThan(0);
      await at.store.beat('a', ALIVE_MS);
      expect(await last('c1')).toEqual([0]);
    });
  });
}
