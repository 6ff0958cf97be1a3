import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAskUserBroker } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRequests } from '../../src/host/store/requests.js';
import { replyTo } from '../host/helpers.js';
import { asked, endedBy, LONG } from '../host/store/setup.js';
import { createProxy } from './proxy.js';
import { isSkipped } from './databases.js';
import {
  connect,
  connectStore,
  found,
  hear,
  makePool,
  newTable,
  server,
  stops,
  title,
  withServer,
} from './postgres-setup.js';

describe.skipIf(isSkipped(found))(`the store in ${title}`, () => {
  withServer();

  describe('connections [R-DURABLE]', () => {
    it('listens again after a cut connection and reports that changes may have been missed', async () => {
      const table = newTable();
      const [store, other] = [connect(table), connect(table)];
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      const { rowCount } = await makePool().query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "${table}"'`,
      );
      expect(rowCount).toBe(1);
      await other.open(asked('r1'), LONG);
      // The connection ends shortly after the call and may be back before r1 is written, so both subscribers may
      // receive r1.
      const others = () => heard.filter((id) => id !== 'r1');
      await expect.poll(others).toEqual(['', '']);
      await other.open(asked('r2'), LONG);
      await expect.poll(others).toEqual(['', '', 'r2']);
    });

    it('returns its connection with the last subscriber', async () => {
      const pool = makePool();
      const store = createPostgresStore({ pool, table: newTable() });
      const heard: string[] = [];
      const stopAll = [1, 2].map(() => store.watch(() => heard.push('')));
      await expect.poll(() => heard).toEqual(['', '']);
      expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
      stopAll[0]!();
      expect(pool.totalCount).toBe(1);
      stopAll[1]!();
      expect(pool.totalCount).toBe(0);
      // A subscriber that stops before the connection is open.
      store.watch(() => heard.push('late'))();
      await expect.poll(() => [pool.totalCount, pool.waitingCount]).toEqual([0, 0]);
      expect(heard).toEqual(['', '']);
    });

    it('listens with a separate pool behind a pooler', async () => {
      const pool = makePool({ max: 1 });
      expect(() => createPostgresStore({ pool })).toThrow(/`max` to 2 or more, or pass a `listenPool`/);
      const listenPool = makePool({ max: 1 });
      const store = createRequests(createPostgresStore({ pool, listenPool, table: newTable() }), console.error);
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      await store.open(asked('r1'), LONG);
      await expect.poll(() => heard).toEqual(['', 'r1']);
    });

    it('rejects if every connection is in use and writes nothing later', async () => {
      const table = newTable();
      const pool = makePool({ max: 2 });
      const store = createRequests(createPostgresStore({ pool, table, timeoutMs: 100 }), console.error);
      const patient = connect(table);
      await patient.open(asked('r1'), LONG);
      const held = await Promise.all([pool.connect(), pool.connect()]);
      await expect(store.settle('r1', endedBy('Ana'))).rejects.toThrow(
        /^The pool provided no connection within 100 ms/,
      );
      for (const client of held) client.release();
      await expect.poll(() => pool.waitingCount).toBe(0);
      expect((await patient.get('r1'))?.state).toBe('awaiting_user_response');
    });

    it('reports that all its connections are used to listen', async () => {
      const pool = makePool({ max: 2 });
      const table = newTable();
      const [one, two] = [1, 2].map(() => createRequests(createPostgresStore({ pool, table }), console.error));
      const heard = hear(one!);
      await expect.poll(() => heard).toEqual(['']);
      expect(await two!.list()).toEqual([]);
      const stop = two!.watch(() => heard.push('two'));
      await expect.poll(() => heard).toEqual(['', 'two']);
      await expect(createPostgresStore({ pool, table, timeoutMs: 100 }).list('request', 'pending')).rejects.toThrow(
        'The pool provided no connection within 100 ms. All 2 listen, one for each store. Create one store for the pool, or raise its `max`.',
      );
      stop();
      expect(await one!.list()).toEqual([]);
    });

    it('rejects if the database is too slow and does not reuse that connection', async () => {
      const table = newTable();
      const pool = makePool();
      const patient = createRequests(createPostgresStore({ pool, table }), console.error);
      await patient.open(asked('r1'), LONG);
      await expect.poll(() => pool.idleCount === pool.totalCount).toBe(true);
      const store = createRequests(createPostgresStore({ pool, table, timeoutMs: 100 }), console.error);
      const blocker = await makePool().connect();
      await blocker.query(`begin; lock table ${table} in access exclusive mode`);
      await expect(store.get('r1')).rejects.toThrow('The database did not answer within 100 ms.');
      await blocker.query('rollback');
      blocker.release();
      expect((await patient.get('r1'))?.state).toBe('awaiting_user_response');
    });

    it('recognizes a repeated delivery whose acknowledgement was lost [R-FIRST]', async () => {
      const proxy = await createProxy(join(server.dir, '.s.PGSQL.1'), join(server.dir, '.s.PGSQL.5432'));
      stops.add(proxy.close);
      const table = newTable();
      const errors: unknown[] = [];
      const broker = createAskUserBroker({
        store: connectStore(table, { pool: makePool({ port: 1 }), listenPool: makePool() }),
        onError: (error) => errors.push(error),
      });
      const agent = createAskUserBroker({ store: connectStore(table), onError: (error) => errors.push(error) });
      const result = agent.ask(asked('r1').request, { conversationId: 'c1' });
      await expect.poll(() => broker.pending()).toHaveLength(1);
      const replies = replyTo(asked('r1').request);
      // The broker reads the request before it settles it.
      proxy.cutNext(1);
      await expect(broker.cancel('r1', { by: 'Ana', idempotencyKey: 'k1' })).rejects.toThrow('Connection terminated');
      expect(proxy.cuts).toBe(1);
      expect(await result).toEqual({ status: 'cancelled' });
      expect(await broker.cancel('r1', { by: 'Ana', idempotencyKey: 'k1' })).toEqual({ ok: true });
      expect(await broker.answer('r1', replies, { idempotencyKey: 'k2' })).toEqual({
        ok: false,
        code: 'already_resolved',
      });
      await Promise.all([broker.close(), agent.close()]);
      expect(errors).toEqual([]);
    });

    it('rejects while the database is down and recovers with all acknowledged data', async () => {
      const table = newTable();
      const [store, other] = [connect(table), connect(table)];
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      await store.open(asked('r1'), LONG);
      await store.open(asked('r2'), LONG);
      expect(await other.settle('r1', endedBy('Ana'))).toBe(true);
      await server.crash();
      await expect(store.get('r1')).rejects.toThrow(/terminat|connect/);
      await expect(other.settle('r2', endedBy('Ben'))).rejects.toThrow(/terminat|connect/);
      heard.length = 0;
      await server.start();
      expect(await store.get('r1')).toMatchObject({ state: 'settled', settlement: endedBy('Ana') });
      await expect.poll(() => heard, { timeout: 10_000 }).toContain('');
      expect(await other.settle('r2', endedBy('Ben'))).toBe(true);
      await expect.poll(() => heard).toContain('r2');
    });
  });
});
