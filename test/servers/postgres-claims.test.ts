import { describe, expect, it } from 'vitest';
import type { PostgresClaimsOptions } from '../../src/host/store/postgres/claims.js';
import { createPostgresClaims, postgresClaimsSchema } from '../../src/host/store/postgres/index.js';
import { describeClaims } from '../host/claims/contract.js';
import { isSkipped } from './databases.js';
import { closeAll, found, makePool, server, title, withServer } from './postgres-setup.js';

let tables = 0;
const newTable = () => `claims_${++tables}`;

/** A node with a separate pool. */
const connect = (table: string, options: Partial<PostgresClaimsOptions> = {}) =>
  createPostgresClaims({ pool: makePool(), table, ...options });

describe.skipIf(isSkipped(found))(`claims in ${title}`, () => {
  withServer();

  describeClaims('PostgreSQL', () => {
    const table = newTable();
    return { claims: connect(table), other: connect(table), close: closeAll };
  });

  it('create their table once if ten nodes start at the same time', async () => {
    const table = newTable();
    const nodes = Array.from({ length: 10 }, () => connect(table));
    const kept = await Promise.all(nodes.map((node, i) => node.claim('k', `node ${i}`)));
    expect(new Set(kept).size).toBe(1);
  });

  it('leave the table to the host if `createTable` is false', async () => {
    const table = newTable();
    const claims = connect(table, { createTable: false });
    await expect(claims.claim('k', 'first')).rejects.toThrow(
      `The table ${table} does not exist. Run the SQL that postgresClaimsSchema() returns, with a role that may create tables.`,
    );
    await makePool().query(postgresClaimsSchema({ table }));
    await makePool().query(postgresClaimsSchema({ table }));
    expect(await claims.claim('k', 'first')).toBe('first');
  });

  it.each(['', 'a.b.c', 'a\0b', 'x'.repeat(60)])('refuse the table name %j', (table) => {
    const pool = makePool();
    expect(() => createPostgresClaims({ pool, table })).toThrow(RangeError);
    expect(() => postgresClaimsSchema({ table })).toThrow(/Pass a name/);
    expect(() => createPostgresClaims({ pool, keepMs: Infinity })).toThrow(RangeError);
  });

  it('retain an entry for seven days and delete expired entries', async () => {
    const table = newTable();
    const claims = connect(table);
    await claims.claim('k', 'first');
    await claims.claim('old', 'first');
    const observer = makePool();
    const left = await observer.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float as left from ${table} where key = 'k'`,
    );
    expect(left.rows[0]?.left).toBeGreaterThan(7 * 86_400 - 60);
    expect(left.rows[0]?.left).toBeLessThanOrEqual(7 * 86_400);
    await observer.query(`update ${table} set expires_at = now() - interval '1 second' where key = 'old'`);
    expect(await claims.get('old')).toBeUndefined();
    // A node deletes expired rows when it claims for the first time.
    await connect(table).claim('another', 'first');
    const keys = async () =>
      (await observer.query<{ key: string }>(`select key from ${table} order by key`)).rows.map(({ key }) => key);
    await expect.poll(keys).toEqual(['another', 'k']);
  });

  it('need one connection and reject if the database has none', async () => {
    const table = newTable();
    const claims = createPostgresClaims({ pool: makePool({ max: 1 }), table });
    await claims.claim('k', 'first');
    const hasty = connect(table, { timeoutMs: 100 });
    await server.freeze(() =>
      expect(hasty.get('k')).rejects.toThrow('The pool provided no connection within 100 ms. The database'),
    );
    expect(await claims.get('k')).toBe('first');
  });
});
