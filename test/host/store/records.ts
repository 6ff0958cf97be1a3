import { describe, expect, it } from 'vitest';
import type { Found, NewRecord, StoreChange } from '../../../src/host/store.js';
import { Stores, type MakeStore } from './setup.js';

let versions = 0;
const recordOf = (id: string, more: Partial<NewRecord> = {}): NewRecord => ({
  kind: 'request',
  id,
  version: `v${++versions}`,
  list: 'pending',
  conversationId: 'c1',
  at: 0,
  value: { text: id },
  ...more,
});
const idsOf = ({ records }: Found) => records.map(({ id }) => id);
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Tests what a store does itself: it compares and sets records. */
export function describeRecords(make: MakeStore): void {
  describe('its records', () => {
    const at = new Stores(make);
    const read = async (id: string, kind = 'request') => (await at.otherRecords.get(kind, [id])).records[0];

    it('are inserted once, by one of many callers, and only under a new key', async () => {
      const all = times(20, (i) => recordOf('r1', { value: { i } }));
      const writes = await Promise.all(
        all.map((record, i) => (i % 2 ? at.records : at.otherRecords).insert(record, true)),
      );
      const [winner, ...others] = all.filter((_, i) => writes[i]!.written);
      expect(others).toEqual([]);
      expect(await read('r1')).toMatchObject({ ...winner });
      // The same id of another kind is another record.
      expect(await at.records.insert(recordOf('r1', { kind: 'process' }), false)).toMatchObject({ written: true });
      expect(await read('r1')).toMatchObject({ ...winner });
    });

    it('are replaced by one of many callers, if they have the version that was read', async () => {
      const first = recordOf('r1');
      await at.records.insert(first, true);
      const next = times(20, (i) => recordOf('r1', { value: { i } }));
      const writes = await Promise.all(
        next.map((record, i) => (i % 2 ? at.records : at.otherRecords).compareAndSet(first.version, record, i % 3 > 0)),
      );
      const [winner, ...others] = next.filter((_, i) => writes[i]!.written);
      expect(others).toEqual([]);
      expect(await read('r1')).toMatchObject({ ...winner });
      for (const version of [first.version, '', 'v0'])
        expect(await at.records.compareAndSet(version, recordOf('r1'), true)).toMatchObject({ written: false });
      expect(await at.records.compareAndSet('', recordOf('none'), true)).toMatchObject({ written: false });
      expect(await at.records.remove(first, first.version)).toMatchObject({ written: false });
      expect(await read('r1')).toMatchObject({ ...winner });
    });

    it('report a repeated write as written, and do not write it again', async () => {
      const [first, second] = [recordOf('r1'), recordOf('r1')];
      for (const store of [at.records, at.otherRecords])
        expect(await store.insert(first, true)).toMatchObject({ written: true });
      const inserted = await read('r1');
      for (const store of [at.records, at.otherRecords])
        expect(await store.compareAndSet(first.version, second, true)).toMatchObject({ written: true });
      const set = await read('r1');
      expect(set).toMatchObject({ ...second, order: inserted!.order });
      expect(await at.records.insert(second, true)).toMatchObject({ written: true });
      expect(await read('r1')).toEqual(set);
    });

    it('have the times of one clock, which every call returns', async () => {
      const { now: before } = await at.records.get('request', []);
      const first = recordOf('r1');
      const { now } = await at.otherRecords.insert(first, true);
      const inserted = (await read('r1'))!;
      await at.pass(10);
      const set = await at.records.compareAndSet(first.version, recordOf('r1'), false);
      const { now: after } = await at.records.list('request', 'none');
      const all = [before, inserted.writtenAt, now, (await read('r1'))!.writtenAt, set.now, after];
      // The time of a result can be a little later or earlier than that of the write.
      for (const [i, time] of all.slice(1).entries()) expect(time).toBeGreaterThan(all[i]! - 1_000);
      expect(after - before).toBeLessThan(60_000);
      expect((await at.records.remove(first, 'none')).now).toBeGreaterThanOrEqual(after);
      expect((await at.records.overdue('request', 'none', 0, 1)).now).toBeGreaterThanOrEqual(after);
    });

    it('are ordered by their insertion, whatever is written later', async () => {
      for (const id of ['z', 'a', 'm']) await (id === 'a' ? at.otherRecords : at.records).insert(recordOf(id), true);
      const z = (await read('z'))!;
      await at.records.compareAndSet(z.version, recordOf('z'), true);
      const { records } = await at.records.list('request', 'pending');
      expect(records.toSorted((a, b) => a.order - b.order).map(({ id }) => id)).toEqual(['z', 'a', 'm']);
    });

    it('are in one list at a time, of their kind and conversation', async () => {
      await at.records.insert(recordOf('r1'), true);
      await at.records.insert(recordOf('r2', { conversationId: 'c2' }), true);
      await at.records.insert(recordOf('r3', { list: 'pending:c1', conversationId: '' }), true);
      await at.records.insert(recordOf('r4', { kind: 'presence' }), false);
      const list = async (name: string, ids?: readonly string[]) =>
        idsOf(await at.otherRecords.list('request', name, ids)).toSorted();
      expect(await list('pending')).toEqual(['r1', 'r2']);
      expect(await list('pending', ['c1'])).toEqual(['r1']);
      expect(await list('pending', ['c2', 'c1', 'c1', 'none'])).toEqual(['r1', 'r2']);
      expect(await list('pending', ['c3'])).toEqual([]);
      expect(await list('pending:c1')).toEqual(['r3']);
      const { version } = (await read('r1'))!;
      await at.records.compareAndSet(version, recordOf('r1', { list: 'ended', conversationId: 'c3' }), true);
      expect(await list('pending')).toEqual(['r2']);
      expect(await list('pending', ['c1', 'c3'])).toEqual([]);
      expect(await list('ended', ['c3'])).toEqual(['r1']);
      const removed = (await read('r2'))!;
      expect(await at.otherRecords.remove(removed, removed.version)).toMatchObject({ written: true });
      expect(await at.otherRecords.remove(removed, removed.version)).toMatchObject({ written: false });
      expect(await list('pending')).toEqual([]);
      expect(await read('r2')).toBeUndefined();
      expect(idsOf(await at.records.list('presence', 'pending'))).toEqual(['r4']);
    });

    it('are overdue by the clock of the store, the earliest first, up to a limit', async () => {
      const { now } = await at.records.get('request', []);
      const LATE = 600_000;
      for (const [id, ms] of [
        ['late', -3 * LATE],
        ['later', -2 * LATE],
        ['due', -LATE],
        ['soon', LATE],
        ['never', Number.MAX_SAFE_INTEGER - now],
      ] as const)
        await at.records.insert(recordOf(id, { list: 'due', at: now + ms }), true);
      const overdue = async (ms: number, limit = 10) =>
        idsOf(await at.otherRecords.overdue('request', 'due', ms, limit));
      expect(await overdue(0)).toEqual(['late', 'later', 'due']);
      expect(await overdue(0, 2)).toEqual(['late', 'later']);
      expect(await overdue(2 * LATE - 60_000)).toEqual(['late', 'later']);
      expect(await overdue(9 * LATE)).toEqual([]);
      expect(idsOf(await at.records.overdue('request', 'other', 0, 10))).toEqual([]);
    });

    it('are read together, those that exist', async () => {
      for (const id of ['r1', 'r2']) await at.records.insert(recordOf(id), true);
      expect(idsOf(await at.records.get('request', ['r2', 'none', 'r1'])).toSorted()).toEqual(['r1', 'r2']);
      expect(idsOf(await at.records.get('request', []))).toEqual([]);
      expect(idsOf(await at.records.get('process', ['r1']))).toEqual([]);
    });

    it('are reported to others only as changes [R-FLAT]', async () => {
      const heard: (StoreChange | undefined)[] = [];
      const stop = at.otherRecords.watch((change) => heard.push(change));
      async function hears(requestId: string): Promise<void> {
        await expect.poll(() => heard).toContainEqual({ requestId, conversationId: 'c1' });
      }
      try {
        const cursor = (await at.records.changes?.())?.cursor;
        await at.records.insert(recordOf('first'), true);
        await expect.poll(() => heard.length).toBeGreaterThan(0);
        const quiet = recordOf('quiet');
        await at.records.insert(quiet, false);
        await at.records.insert(recordOf('told'), true);
        await hears('told');
        const next = recordOf('quiet');
        await at.records.compareAndSet(quiet.version, next, false);
        await at.records.insert(recordOf('last'), true);
        await hears('last');
        const changed = async () => idsOf((await at.otherRecords.changes!(cursor))!).toSorted();
        expect(heard.filter((one) => one?.requestId === 'quiet')).toEqual([]);
        if (cursor !== undefined) await expect.poll(changed).toEqual(['first', 'last', 'told']);
        await at.records.compareAndSet(next.version, recordOf('quiet'), true);
        await hears('quiet');
        if (cursor !== undefined) await expect.poll(changed).toEqual(['first', 'last', 'quiet', 'told']);
      } finally {
        stop();
      }
    });

    it.each([
      ['hard characters', `"\\ \u0000 \uD800 é`],
      ['a long name', 'é'.repeat(3_000)],
    ])('are reported with their names: %s', async (_, name) => {
      const heard: (StoreChange | undefined)[] = [];
      const stop = at.otherRecords.watch((change) => heard.push(change));
      try {
        await at.records.insert(recordOf('first'), true);
        await expect.poll(() => heard.length).toBeGreaterThan(0);
        for (const record of [recordOf(name), recordOf('r1', { conversationId: name }), recordOf('last')])
          await at.records.insert(record, true);
        await expect.poll(() => heard).toContainEqual({ requestId: 'last', conversationId: 'c1' });
        expect(heard.slice(-3)).toEqual([
          { requestId: name, conversationId: 'c1' },
          { requestId: 'r1', conversationId: name },
          { requestId: 'last', conversationId: 'c1' },
        ]);
      } finally {
        stop();
      }
    });

    it('may have any names', async () => {
      const name = `"\\ \u0000 ${'é'.repeat(300)}`;
      const record = recordOf(name, { list: name, conversationId: name });
      await at.records.insert(record, true);
      for (const ids of [undefined, [name]])
        expect((await at.otherRecords.list('request', name, ids)).records).toMatchObject([record]);
      expect((await at.otherRecords.overdue('request', name, 0, 1)).records).toMatchObject([record]);
      expect(await read(name)).toMatchObject(record);
      expect(await at.records.remove(record, record.version)).toMatchObject({ written: true });
    });
  });
}
