import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createRequests, type Requests } from '../../src/host/store/requests.js';
import { createPostgresStore, postgresSchema } from '../../src/host/store/postgres/index.js';
import { describeStore } from '../host/store/contract.js';
import { asked, endedBy, LONG } from '../host/store/setup.js';
import { isSkipped } from './databases.js';
import {
  closeAll,
  connect,
  connectStore,
  found,
  hear,
  makePool,
  newTable,
  title,
  withServer,
} from './postgres-setup.js';

describe.skipIf(isSkipped(found))(`the store in ${title}`, () => {
  withServer();

  describeStore('PostgreSQL', () => {
    const table = newTable();
    const forget = (id: string) => makePool().query(`delete from ${table} where id = $1`, [id]);
    return { store: connectStore(table), other: connectStore(table), forget, close: closeAll };
  });

  describe('table [R-DURABLE]', () => {
    it('is created once if ten nodes start at the same time', async () => {
      const table = newTable();
      const nodes = Array.from({ length: 10 }, () => connect(table));
      const opened = await Promise.all(nodes.map((node, i) => node.open(asked(`r${i}`), LONG)));
      expect(opened).toEqual(nodes.map(() => undefined));
      expect(await nodes[0]!.list()).toHaveLength(10);
    });

    it.each(['We"ird; drop table x', 'über', 'select', 'a b', "o'clock", '$1'])(
      'may have the name %s',
      async (table) => {
        const store = connect(table);
        const heard = hear(store);
        await expect.poll(() => heard).toEqual(['']);
        await store.open(asked('r1'), LONG);
        await expect.poll(() => heard).toEqual(['', 'r1']);
        expect(await store.list(['c1'])).toHaveLength(1);
      },
    );

    it('may be in a separate schema', async () => {
      await makePool().query('create schema "My agents"');
      const store = connect('My agents.requests');
      await store.open(asked('r1'), LONG);
      expect((await makePool().query('select id from "My agents".requests')).rows).toEqual([{ id: 'r1' }]);
    });

    it('may have a name that is too long for a channel', async () => {
      const [schema, name] = ['s'.repeat(63), 'é'.repeat(27)];
      await makePool().query(`create schema ${schema}`);
      const store = connect(`${schema}.${name}`);
      const heard = hear(connect(`${schema}.${name}`));
      await expect.poll(() => heard).toEqual(['']);
      await store.open(asked('r1'), LONG);
      await expect.poll(() => heard).toEqual(['', 'r1']);
    });

    it.each(['', 'a.b.c', '.a', 'a.', 'a\0b', 'x'.repeat(60)])('must not have the name %j', (table) => {
      const pool = makePool();
      expect(() => createPostgresStore({ pool, table })).toThrow(RangeError);
      expect(() => postgresSchema({ table })).toThrow(/Pass a name/);
    });

    it('is left to the host if `createTable` is false', async () => {
      const table = newTable();
      const store = connect(table, { createTable: false });
      await expect(store.open(asked('r1'), LONG)).rejects.toThrow(
        `The table ${table} does not exist. Run the SQL that postgresSchema() returns, with a role that may create tables.`,
      );
      await makePool().query(postgresSchema({ table }));
      await makePool().query(postgresSchema({ table }));
      expect(await store.open(asked('r1'), LONG)).toBeUndefined();
    });

    it('may be created by another role than the one that uses it', async () => {
      const table = newTable();
      const owner = makePool();
      await owner.query(
        `${postgresSchema({ table })} create role app; grant select, insert, update, delete on ${table} to app`,
      );
      const pool = makePool({ options: '-c role=app' });
      const store = createRequests(createPostgresStore({ pool, table }), console.error);
      await store.beat('a', 10_000);
      expect(await store.open(asked('r1'), LONG)).toBeUndefined();
      expect(await store.settle('r1', endedBy('Ana'))).toBe(true);
      const other = createPostgresStore({ pool, table: newTable() });
      await expect(other.list('request', 'pending')).rejects.toThrow(
        /could not be created: permission denied .* Run the SQL/,
      );
    });

    it('includes the changes of a transaction that commits after a cursor was read [R-FLAT]', async () => {
      const table = newTable();
      const store = connect(table);
      await store.open(asked('r1'), LONG);
      const slow = await makePool().connect();
      let first: Awaited<ReturnType<Requests['changes']>>;
      try {
        await slow.query('begin');
        await slow.query(`update ${table} set changed = txid_current() where id = 'r1'`);
        await store.open(asked('r2'), LONG);
        first = await store.changes();
        await slow.query('commit');
      } finally {
        slow.release();
      }
      const second = (await store.changes(first?.cursor))!;
      expect(second.changed.map(({ request }) => request.requestId)).toEqual(['r1', 'r2']);
      expect((await store.changes(second.cursor))?.changed).toEqual([]);
    });

    it('evicts only requests that were settled or orphaned long ago, and processes that died long ago', async () => {
      const table = newTable();
      const store = connect(table);
      // A first look at the requests, which a wrong clock would cause, would note when their leases start.
      const now = (id: string) => ({ ...asked(id), askedAt: Date.now() });
      for (const id of ['settled', 'orphaned', 'open', 'fresh']) await store.open(now(id), LONG);
      await store.open(now('awaited'), { ...LONG, owner: 'alive' });
      await store.open(now('unlimited'), { leaseMs: 'none' });
      await store.beat('dead', -3_600_000);
      await store.beat('alive', 10_000);
      await store.settle('settled', endedBy('Ana'));
      await store.settle('fresh', endedBy('Ana'));
      await makePool().query(`update ${table} set at = at - 60000 where id = 'settled'`);
      await makePool().query(
        `update ${table} set written = written - 3600000, at = at - 3600000 where id in ('orphaned', 'awaited', 'unlimited')`,
      );
      expect((await store.list()).map(({ state }) => state)).toEqual([
        'orphaned',
        ...Array(3).fill('awaiting_user_response'),
      ]);
      await connect(table, { keepSettledMs: 30_000, keepOrphanedMs: 30_000 }).purge();
      expect(await Promise.all(['settled', 'orphaned'].map(store.get))).toEqual([undefined, undefined]);
      expect((await store.get('fresh'))?.state).toBe('settled');
      for (const id of ['open', 'awaited', 'unlimited']) {
        expect((await store.get(id))?.state).toBe('awaiting_user_response');
      }
      const processes = async () => (await makePool().query(`select id from ${table} where kind = 'process'`)).rows;
      await expect.poll(processes).toEqual([{ id: 'alive' }]);
    });
  });

  describe('storage [R-DURABLE]', () => {
    it('does not depend on parsers and formats that a host has set', async () => {
      const types = { getTypeParser: () => (text: string | Buffer) => `<${String(text)}>` };
      const table = newTable();
      const plain = connect(table);
      await plain.open(asked('r1'), LONG);
      const before = await plain.get('r1');
      const there = makePool({ options: '-c datestyle=German -c timezone=Asia/Tokyo' });
      const binary = createRequests(createPostgresStore({ pool: there, table }), console.error);
      expect(await binary.get('r1')).toEqual(before);
      const pool = makePool({
        types: { getTypeParser: (id: number) => (id === 25 ? String : types.getTypeParser()) } as pg.CustomTypesConfig,
      });
      const parsing = createRequests(createPostgresStore({ pool, table }), console.error);
      expect(await parsing.get('r1')).toEqual(before);
    });

    it('distinguishes ids that an index or a text column cannot store', async () => {
      const store = connect(newTable());
      const ids = ['a\0b', 'a\\u0000b', '\ud800', '\ud801', '\ufffd', 'x'.repeat(20_000), `${'x'.repeat(20_000)}y`];
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      for (const id of ids) expect(await store.open(asked(id, { conversationId: id }), LONG)).toBeUndefined();
      for (const id of ids) expect((await store.list([id])).map(({ request }) => request.requestId)).toEqual([id]);
      await expect.poll(() => heard).toEqual(['', ...ids.slice(0, 5), '', '']);
      for (const id of ids) expect(await store.settle(id, endedBy('Ana'))).toBe(true);
    });

    it('rejects a request that is not JSON and stores nothing', async () => {
      const store = connect(newTable());
      const cyclic: { self?: unknown } = {};
      cyclic.self = cyclic;
      for (const raw of [cyclic, { big: 1n }]) {
        const { request } = asked('r1');
        await expect(store.open(asked('r1', { request: { ...request, raw } }), LONG)).rejects.toThrow(
          /^The question "r1" cannot be stored, because its `raw` or `metadata` is not serializable as JSON \(.+\)\. Pass plain data/,
        );
      }
      expect(await store.get('r1')).toBeUndefined();
    });

    it('omits unreadable entries from a list and reports them once', async () => {
      const table = newTable();
      const errors: unknown[] = [];
      const store = connect(table, {}, (error) => errors.push(error));
      const broken = {
        text: 'not JSON',
        list: '[]',
        empty: '{}',
        nobody: '{"id":"nobody","value":{"opened":{"instanceId":"1","conversationId":"c1","request":{}}}}',
        unnamed:
          '{"id":"unnamed","value":{"opened":{"conversationId":"c1","request":{"requestId":"unnamed","questions":[]}}}}',
      };
      for (const id of ['first', ...Object.keys(broken), 'last']) await store.open(asked(id), LONG);
      for (const [id, text] of Object.entries(broken)) {
        await makePool().query(`update ${table} set record = $1 where id = $2`, [text, id]);
      }
      for (const list of [() => store.list(), () => store.list(['c1'])]) {
        expect((await list()).map(({ request }) => request.requestId)).toEqual(['first', 'last']);
      }
      expect(errors.map(String).toSorted()).toEqual(
        Object.keys(broken)
          .toSorted()
          .map(
            (id) =>
              `Error: The stored question "${id}" was changed and cannot be read. Restore or delete its row or key.`,
          ),
      );
      await expect(store.get('text')).rejects.toThrow('The stored question "text" was changed');
      await expect(store.open(asked('empty'), LONG)).rejects.toThrow('The stored question "empty" was changed');
      expect(await store.settle('last', endedBy('Ana'))).toBe(true);
      const unreadable = `replace(record, '"settlement":', '"settlement":"Ana","was":')`;
      await makePool().query(`update ${table} set record = ${unreadable} where id = 'last'`);
      await expect(store.get('last')).rejects.toThrow('The stored question "last" was changed');
    });

    it('lets a trigger copy an answer into the chat in the same transaction', async () => {
      const table = newTable();
      const store = connect(table);
      const owner = makePool();
      await owner.query(postgresSchema({ table }));
      await owner.query(`
        create table messages (chat text not null, body text not null check (body <> 'refused'));
        create function keep_answer() returns trigger language plpgsql as $$ begin
          insert into messages (chat, body) values (new.conversation, new.record::json #>> '{value,settlement,by}');
          return new;
        end $$;
        create trigger keep_answer after update on ${table} for each row
          when (old.list = 'pending' and new.list <> 'pending') execute function keep_answer();`);
      await store.open(asked('r1'), LONG);
      await expect(store.settle('r1', endedBy('refused'))).rejects.toThrow(/check constraint/);
      expect((await store.get('r1'))?.state).toBe('awaiting_user_response');
      expect(await store.settle('r1', endedBy('Ana'))).toBe(true);
      expect((await owner.query('select * from messages')).rows).toEqual([{ chat: 'c1', body: 'Ana' }]);
    });
  });
});
