import { describe, expect, it } from 'vitest';
import { createAskUserBroker, type SettleResult } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { takeTurn } from '../../src/host/store.js';
import { createRequests } from '../../src/host/store/requests.js';
import { makeRequest, replyTo } from '../host/helpers.js';
import { asked, endedBy, LONG } from '../host/store/setup.js';
import { isSkipped } from './databases.js';
import { found, makePool, newTable, title, withServer } from './postgres-setup.js';

const REPLIES = replyTo(makeRequest('any'));
const OK: SettleResult = { ok: true };
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe.skipIf(isSkipped(found))(`transactions that conflict in ${title}`, () => {
  withServer();

  describe.each(['read committed', 'repeatable read', 'serializable'])('with the isolation level %s', (level) => {
    const connect = () => makePool({ options: `-c default_transaction_isolation=${level.replace(' ', '\\ ')}` });

    it('refuse every answer but the first with `already_resolved` [R-FIRST]', async () => {
      const table = newTable();
      const brokers = times(3, () => createAskUserBroker({ store: createPostgresStore({ pool: connect(), table }) }));
      const at = (i: number) => brokers[i % 3]!;
      const ids = times(10, (i) => `r${i}`);
      for (const id of ids) await at(0).open(makeRequest(id), { conversationId: 'c1' });
      const outcomes = await Promise.all(
        ids.map((id) => Promise.all(times(6, (i) => at(i).answer(id, REPLIES, { by: `user ${i}` })))),
      );
      const refused = { ok: false, code: 'already_resolved' };
      for (const all of outcomes)
        expect(all.toSorted((a, b) => Number(b.ok) - Number(a.ok))).toEqual([OK, ...times(5, () => refused)]);
      await Promise.all(brokers.map((broker) => broker.close()));
    });

    it('open, keep, claim and deliver each request once, and record every user [R-DURABLE]', async () => {
      const table = newTable();
      const stores = times(8, () => createRequests(createPostgresStore({ pool: connect(), table }), console.error));
      const owners = times(8, (i) => `owner ${i}`);
      await stores[0]!.beat('first', 60_000);
      const opened = await Promise.all(stores.map((store) => store.open(asked('r1', { callback: 'resume' }), LONG)));
      expect(opened.filter((there) => there === undefined)).toHaveLength(1);
      await Promise.all(stores.map((store, i) => store.attach('r1', { owner: owners[i]! })));
      await Promise.all(stores.flatMap((store) => owners.map((owner) => store.beat(owner, 60_000))));
      await Promise.all(stores.flatMap((store) => owners.map((owner) => store.attend(owner, 'c1', true))));
      expect(await stores[0]!.lastAttended(['c1'])).toEqual(new Map([['c1', 0]]));
      const left = await Promise.all(
        stores.map((store, i) => store.settle('r1', endedBy(owners[i]!), { leaver: owners[i]! })),
      );
      expect(left.filter(Boolean)).toHaveLength(1);
      const taking = stores.map((store, i) =>
        store.take('resume', { claim: `claim ${i}`, claimMs: 60_000, limit: 10 }),
      );
      expect((await Promise.all(taking)).flat()).toHaveLength(1);
    });

    it('let one of many callers have the turn of a run [R-CONTINUE]', async () => {
      const table = newTable();
      const stores = times(10, () => createPostgresStore({ pool: connect(), table }));
      let working = 0;
      const order = await Promise.all(
        stores.map(async (store) => {
          const turn = await takeTurn(store, { key: 'run' });
          expect(++working).toBe(1);
          const before = Number((await turn.get('turns')) ?? 0);
          expect(await turn.set('turns', String(before + 1))).toBe(true);
          working -= 1;
          await turn.release();
          return before;
        }),
      );
      expect(order.toSorted((one, other) => one - other)).toEqual(times(10, (i) => i));
    });
  });
});
